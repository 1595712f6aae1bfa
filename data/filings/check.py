#!/usr/bin/env python3
"""Checks the questions against the documents: data/filings/check.py

Needs Python 3.9 and pdftotext (poppler). Every quote must stand on its page in the text of
`pdftotext -layout`, white space collapsed; in DOCX, PPTX, XLSX, ODS, HTML, EPUB and Markdown anywhere in the text.
Every arithmetic expression must give one of the answers. Ends with 1 when anything is wrong.
"""

import ast
import collections
import html
import json
import operator
import pathlib
import re
import subprocess
import sys
import unicodedata
import zipfile
from functools import lru_cache

HERE = pathlib.Path(__file__).resolve().parent
TYPES = {"lookup", "table_lookup", "enumeration", "calculation", "multi_hop", "comparison", "definition", "procedure", "unanswerable"}
FIELDS = {"id", "question", "type", "answers", "all_required", "items", "evidence", "calculation", "note"}
LEAST = {"enumeration": 25, "table_lookup": 30, "calculation": 20, "multi_hop": 10, "lookup": 20, "unanswerable": 25}
BYTES_MAX = 9_000_000
OPERATORS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv, ast.Pow: operator.pow}


def collapsed(text):
    """White space collapsed; ligatures and other compatibility forms written out."""
    return " ".join(unicodedata.normalize("NFKC", text).split())


def without_tags(text):
    return html.unescape(re.sub(r"<[^>]*>", " ", re.sub(r"(?s)<(style|script)\b.*?</\1>", " ", text)))


@lru_cache(maxsize=None)
def pages(path):
    """The texts of the pages; one text where the format has no pages."""
    if path.suffix == ".pdf":
        done = subprocess.run(["pdftotext", "-layout", str(path), "-"], capture_output=True, check=True)
        return [collapsed(page) for page in done.stdout.decode("utf-8").split("\f")[:-1]]
    if path.suffix == ".html":
        return [collapsed(without_tags(path.read_text(encoding="utf-8")))]
    if path.suffix == ".md":
        return [collapsed(path.read_text(encoding="utf-8"))]
    with zipfile.ZipFile(path) as archive:
        read = lambda name: archive.read(name).decode("utf-8")
        if path.suffix == ".docx":
            return [collapsed(html.unescape(re.sub(r"<[^>]*>", "", read("word/document.xml").replace("</w:p>", " </w:p>"))))]
        if path.suffix == ".xlsx":
            return [collapsed(workbook(read, archive.namelist()))]
        if path.suffix == ".pptx":
            slides = sorted((n for n in archive.namelist() if re.fullmatch(r"ppt/slides/slide\d+\.xml", n)), key=lambda n: int(re.findall(r"\d+", n)[0]))
            return [collapsed(" ".join(html.unescape(re.sub(r"<[^>]*>", "", read(n).replace("</a:p>", " </a:p>"))) for n in slides))]
        if path.suffix == ".ods":
            return [collapsed(html.unescape(re.sub(r"<[^>]*>", "", read("content.xml").replace("</text:p>", " </text:p>"))))]
        if path.suffix == ".epub":
            return [collapsed(" ".join(without_tags(read(name)) for name in sorted(archive.namelist()) if name.endswith(".xhtml")))]
    raise ValueError(f"no reader for {path.name}")


def workbook(read, names):
    """Cell texts in the order of sheets, rows and columns."""
    shared = []
    if "xl/sharedStrings.xml" in names:
        shared = [html.unescape("".join(re.findall(r"<t[^>]*>([^<]*)</t>", item))) for item in re.findall(r"(?s)<si>(.*?)</si>", read("xl/sharedStrings.xml"))]
    out = []
    for name in sorted(n for n in names if n.startswith("xl/worksheets/sheet")):
        for attributes, inside in re.findall(r"(?s)<c\b([^>]*[^>/])>(.*?)</c>", read(name)):
            value = re.search(r"<(?:v|t)[^>]*>([^<]*)</(?:v|t)>", inside)
            if value:
                out.append(shared[int(value[1])] if 't="s"' in attributes else html.unescape(value[1]))
    return " ".join(out)


def value(node):
    if isinstance(node, ast.Expression):
        return value(node.body)
    if isinstance(node, ast.Constant):
        return float(node.value)
    if isinstance(node, ast.BinOp):
        return OPERATORS[type(node.op)](value(node.left), value(node.right))
    if isinstance(node, ast.Call) and node.func.id in ("min", "max", "round"):
        return float({"min": min, "max": max, "round": round}[node.func.id](*[value(arg) if node.func.id != "round" or i == 0 else int(arg.value) for i, arg in enumerate(node.args)]))
    raise ValueError("not arithmetic")


def numbers(text):
    """The numbers of an answer, read both with decimal point and with decimal comma."""
    for found in re.findall(r"\d[\d.,]*", text):
        found = found.rstrip(".,")
        for plain in {found.replace(",", ""), found.replace(".", "").replace(",", ".")}:
            if plain.count(".") <= 1:
                yield float(plain)


def wrong_calculation(question):
    """Parts of a calculation which give none of the answers; text that is no arithmetic is passed over."""
    answers = [n for answer in question["answers"] for n in numbers(answer)]
    for part in question.get("calculation", "").split(";"):
        try:
            result = value(ast.parse(part.strip(), mode="eval"))
        except (SyntaxError, ValueError, KeyError, AttributeError):
            continue
        # An answer is rounded to the cent, or to as many places as it is written with.
        if not any(abs(result - answer) <= 0.0051 for answer in answers):
            yield f"{part.strip()} = {result:g}, not among {question['answers']}"


def wrong(question, half):
    for name in set(question) - FIELDS:
        yield f"unknown field {name}"
    if question["type"] not in TYPES:
        yield f"unknown type {question['type']}"
    if not question["question"].strip() or not question["answers"]:
        yield "without a question or an answer"
    if (question["type"] == "unanswerable") != (not question["evidence"]):
        yield "evidence is for answerable questions, and all of them have it"
    if question["type"] == "enumeration" and len(question.get("items", [])) < 3:
        yield "an enumeration of fewer than three items"
    if len(set(question.get("items", []))) != len(question.get("items", [])):
        yield "an item twice"
    for place in question["evidence"]:
        path = HERE / half / place["file"]
        if not path.is_file():
            yield f"no file {place['file']}"
            continue
        texts = pages(path)
        chosen = place.get("pages", [1] if len(texts) == 1 and path.suffix != ".pdf" else [])
        if not chosen or not all(1 <= page <= len(texts) for page in chosen):
            yield f"{place['file']}: pages {chosen} of {len(texts)}"
        elif not all(collapsed(place["quote"]) in texts[page - 1] for page in chosen):
            yield f"{place['file']} page {chosen}: no `{place['quote']}`"
    yield from wrong_answer(question, half)
    yield from wrong_calculation(question)


def words(text):
    return re.findall(r"[^\W_]+", collapsed(text).lower())


def wrong_answer(question, half):
    """What is only looked up stands on a page of the evidence, and the words of an item in its documents."""
    files = {HERE / half / place["file"] for place in question["evidence"]}
    if question["type"] in ("lookup", "table_lookup") and files:
        # Columns side by side may part the words of an answer, so they are looked for one by one.
        here = [set(words(pages(HERE / half / p["file"])[page - 1])) for p in question["evidence"] for page in p.get("pages", [1])]
        stands = [any(set(words(answer)) <= known for known in here) for answer in question["answers"]]
        if not (all(stands) if question.get("all_required") else any(stands)):
            yield f"no page of the evidence holds {question['answers']}"
    known = {word for path in files for page in pages(path) for word in words(page)}
    for item in question.get("items", []):
        strange = [word for word in words(item) if word not in known]
        if strange:
            yield f"item `{item}`: no word {strange} in the documents"


def main():
    errors, ids, types, asked = [], set(), collections.Counter(), collections.Counter()
    for half in ("dev", "second", "third", "fourth", "fifth", "sixth", "seventh", "held"):
        used, kinds = set(), collections.Counter()
        file = HERE / half / "qa.jsonl"
        if not file.is_file():
            errors.append(f"no {half}/qa.jsonl")
            continue
        for line in file.read_text(encoding="utf-8").splitlines():
            question = json.loads(line)
            errors += [f"{half} {question['id']}: {what}" for what in wrong(question, half)]
            if question["id"] in ids:
                errors.append(f"{half} {question['id']}: twice")
            ids.add(question["id"])
            asked[question["question"].lower()] += 1
            kinds[question["type"]] += 1
            used |= {place["file"] for place in question["evidence"]}
        documents = {path.name for path in (HERE / half).iterdir() if path.name != "qa.jsonl"}
        errors += [f"{half}: no question on {name}" for name in sorted(documents - used)]
        count = sum(len(pages(HERE / half / name)) for name in documents if name.endswith(".pdf"))
        print(f"{half}: {len(documents)} documents, {count} PDF pages, {sum(kinds.values())} questions", dict(sorted(kinds.items())))
        types += kinds
    errors += [f"asked twice: {question}" for question, times in asked.items() if times > 1]
    errors += [f"{types[name]} questions of type {name}, at least {least} wanted" for name, least in LEAST.items() if types[name] < least]
    size = sum(path.stat().st_size for path in HERE.rglob("*") if path.is_file())
    print(f"{sum(types.values())} questions, {size:,} bytes")
    if size > BYTES_MAX:
        errors.append(f"{size:,} bytes, at most {BYTES_MAX:,}")
    for error in errors:
        print(error)
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
