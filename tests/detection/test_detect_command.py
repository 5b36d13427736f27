"""`manage.py detect` on plain files: every record back in its place, with what the rules find in it."""

import json

import pytest
from django.core.management import CommandError, call_command

from detection import detect


def lines_of(path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_each_record_keeps_its_fields_and_its_place_and_gets_its_spans(tmp_path):
    texts = [f"Vu par le Dr Durand le {day}.03.2022" for day in range(10, 19)]
    records = [{"id": index, "text": text, "meta": [index]} for index, text in enumerate(texts)]
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text("".join(f"{json.dumps(record)}\n" for record in records))
    call_command("detect", str(source), str(target))
    written = lines_of(target)
    assert [{**each, "spans": None} for each in written] == [
        {**record, "spans": None} for record in records
    ]
    assert [each["spans"] for each in written] == [
        [{"start": span.start, "end": span.end, "label": span.label} for span in detect(text)]
        for text in texts
    ]
    assert all(len(each["spans"]) == 2 for each in written)


def test_what_cannot_be_read_is_named_and_the_rest_written(tmp_path, capsys):
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text('{"text": "Dr Durand"}\nno record\n{"text": "Rien"}\n')
    with pytest.raises(CommandError, match="1 records could not be read"):
        call_command("detect", str(source), str(target))
    assert [record["text"] for record in lines_of(target)] == ["Dr Durand", "Rien"]
    assert f"{source}:2:" in capsys.readouterr().err


def test_a_file_without_records_gives_one_without_records(tmp_path):
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text("")
    call_command("detect", str(source), str(target))
    assert target.read_text() == ""
