// Return the dropped files, including those in folders, as a list of { file, name } with paths as names.

function read(reader) {
  return new Promise((resolve, reject) => reader.readEntries(resolve, reject));
}

async function children(folder) {
  const reader = folder.createReader();
  const all = [];
  // Each call returns at most 100 entries.
  for (let some = await read(reader); some.length; some = await read(reader)) all.push(...some);
  return all;
}

async function* walk(entry) {
  if (entry.isFile) {
    const file = await new Promise((resolve, reject) => entry.file(resolve, reject));
    yield { file, name: entry.fullPath.replace(/^\//, "") };
  } else {
    for (const child of await children(entry)) yield* walk(child);
  }
}

export async function droppedFiles(transfer) {
  // Read synchronously: the list is empty after the first await.
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  if (!entries.length) return [...transfer.files].map((file) => ({ file, name: file.name }));
  const found = [];
  for (const entry of entries) {
    for await (const each of walk(entry)) found.push(each);
  }
  return found;
}
