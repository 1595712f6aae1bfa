"""How long things take, and what other scripts of the repository print: one function a part of the page."""

from pathlib import Path

from bench import figure

QUESTION = "What hurricane deductible is mandatory for a home more than 2,500 feet from the coast?"
# The library of the insurance folder, in the home of the run.
LIBRARY = "timed"


def times(part):
    part.begin(
        "Time", "22 filings read into a new library, and one question as a process of its own, whose median of five counts.", "", "seconds",
    )
    if not (folder := part.path("insurance/pdf")):
        return
    added, took = part.run("--store", LIBRARY, "add", folder, *part.bench.embedder)
    of_files, ms = added["documents"], added["timings_ms"]
    pages = sum(one.get("pages") or 0 for one in of_files)
    part.row(f"{len(of_files)} files, {pages:,} pages, read", figure(ms["read"] / 1000, 2))
    part.row("the same, searchable by keywords", figure(ms["keyword_searchable"] / 1000, 2))
    part.row("the whole command", figure(took, 2))
    asked = sorted(part.run("--store", LIBRARY, "ask", QUESTION, *part.bench.embedder)[1] for _ in range(5))
    part.row("a question", figure(asked[2], 2))


def asked(part):
    part.begin("Questions as processes", "All questions of the insurance folder, each as a process of its own, three times.")
    if not (found := part.paths("insurance/qa.jsonl", "insurance/pdf")):
        return
    part.run("--store", LIBRARY, "add", found[1], *part.bench.embedder)
    store = Path(part.bench.folder.name) / LIBRARY
    part.script("scripts/ask-times", found[0], "3", part.bench.binary, PERUSAL_STORE=str(store), **embedder(part))


def load(part):
    part.begin(
        "The server under load",
        "An open loop: requests come at their times, whether or not those before were answered. Each bar is told, kept or missed.",
    )
    if folder := part.path("insurance/pdf"):
        part.script("scripts/load", "--seconds", "60", "--folder", folder, "--add", folder, part.bench.binary, **embedder(part))


def compared(part):
    part.begin(
        "Beside the classic Python stack",
        "pypdf, rank-bm25, ONNX Runtime and ChromaDB; defaults against defaults with the default model, in turn, medians of three runs each.",
    )
    if folder := part.path("insurance/pdf"):
        part.script("scripts/compare", "--runs", "3", "--folder", folder, COMPARE_BINARY=part.bench.binary)


def long_texts(part):
    part.begin("An analysis of a novel", "A text of 374,000 tokens, cold from the file and in a library.")
    if book := part.path("moby-dick/moby-dick.txt"):
        part.script("scripts/long-documents", book, part.bench.binary, **embedder(part))


def contradictions(part):
    part.begin(
        "Planted contradictions",
        "Forty paragraphs in a file, one of which answers the question, and once more with another number; the same files without it count, too.",
    )
    if folder := part.path("xquad-a/en"):
        part.script("scripts/planted-contradictions", part.bench.binary, folder, "30", **embedder(part))


def embedder(part):
    return {"PERUSAL_MODEL__EMBEDDER": part.bench.model or "none"}
