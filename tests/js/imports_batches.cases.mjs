// Cases for Node and for the browser: each is given a function that compares two values.
import { fill, isHidden, makeBatches, sizeWords, totalBytes, waitBefore } from "../../static/js/imports/batches.js";

const files = (...sizes) => sizes.map((size) => ({ size }));
const sizes = (batches) => batches.map((batch) => batch.map((file) => file.size));
const limits = { mostFiles: 3, mostBytes: 100 };

export const cases = {
  "no files, no batch": (same) => same(makeBatches([], limits), []),
  "small files go together": (same) => same(sizes(makeBatches(files(1, 2, 3), limits)), [[1, 2, 3]]),
  "a batch takes only so many files": (same) =>
    same(sizes(makeBatches(files(1, 2, 3, 4), limits)), [[1, 2, 3], [4]]),
  "a batch takes only so many bytes": (same) =>
    same(sizes(makeBatches(files(60, 40, 1), limits)), [[60, 40], [1]]),
  "a large file goes alone": (same) =>
    same(sizes(makeBatches(files(1, 500, 2), limits)), [[1], [500], [2]]),
  "every file is sent once, in order": (same) => {
    const many = files(...Array.from({ length: 100 }, (_, index) => (index * 37) % 90));
    same(makeBatches(many, limits).flat(), many);
  },
  "bytes are summed": (same) => same(totalBytes(files(1, 2, 3)), 6),
  "waiting grows": (same) => same([1, 2, 3, 4].map((attempt) => waitBefore(attempt)), [1, 2, 4, 8]),
  "waiting has an end": (same) => same(waitBefore(7), null),
  "waiting never grows too long": (same) => same(waitBefore(6), 20),
  "numbers go into words": (same) => same(fill("{n} of {m} files", { n: 3, m: 7 }), "3 of 7 files"),
  "sizes in English": (same) => same(sizeWords(12.34 * 2 ** 20, "en"), "12 MB"),
  "small sizes keep a digit": (same) => same(sizeWords(1.26 * 2 ** 20, "en"), "1.3 MB"),
  "a few bytes are a kilobyte": (same) => same(sizeWords(20, "en"), "1 kB"),
  "files of the system are hidden": (same) =>
    same(["a/.DS_Store", "__MACOSX/a.xml", "Thumbs.db"].map(isHidden), [true, true, true]),
  "files of people are not": (same) => same(["notes/a.xml", "b.zip"].map(isHidden), [false, false]),
};
