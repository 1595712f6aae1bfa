"""Perusal beside the classic Python stack, both as warm servers. Started by scripts/compare --server.

Subcommands:
  serve   the Python stack as a server: FastAPI on uvicorn, rank-bm25, ONNX Runtime, ChromaDB
  run     both servers in turn under the same clients; a table of queries a second and times

The clients are a closed loop: each sends its next question when the last is answered. One client
tells what a question costs, eight what a server can do.
"""

import argparse
import asyncio
import json
import os
import pickle
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

from compare import Embedder, fused, load_questions, open_chroma, perusal_once, stack
from load import Connections, share

CLIENTS = [1, 8]


def serve(model: Path, index: Path, port: int) -> None:
    import uvicorn
    from fastapi import FastAPI
    from pydantic import BaseModel

    class Search(BaseModel):
        query: str

    with open(index / "bm25.pickle", "rb") as file:
        bm25, chunks = pickle.load(file)
    collection, embedder = open_chroma(index), Embedder(model)
    app = FastAPI()

    # Not `async`: FastAPI runs it on its threads, where the arms let others work.
    @app.post("/search")
    def search(asked: Search) -> dict:
        best = fused(bm25, collection, embedder, asked.query)
        hits = [{"rank": rank, "document": chunks[i][0], "text": chunks[i][1]} for rank, i in enumerate(best, 1)]
        return {"query": asked.query, "hits": hits}

    uvicorn.run(app, host="127.0.0.1", port=port, log_level="warning")


async def loop(port: int, path: str, bodies: list[dict], clients: int, seconds: float) -> dict:
    """What so many clients get in this time."""
    connections, times, odd = Connections(port), [], 0
    until = time.perf_counter() + seconds

    async def client(number: int) -> None:
        nonlocal odd
        at = number
        while (begun := time.perf_counter()) < until:
            status = await connections.post(path, bodies[at % len(bodies)])
            times.append(time.perf_counter() - begun)
            odd += status != 200
            at += clients

    begun = time.perf_counter()
    await asyncio.gather(*(client(number) for number in range(clients)))
    took = time.perf_counter() - begun
    connections.close()
    return {
        "clients": clients,
        "per_second": (len(times) - odd) / took,
        "p50_ms": statistics.median(times) * 1e3,
        "p99_ms": share(times, 0.99) * 1e3,
        "errors": odd,
    }


async def opened(port: int, process: subprocess.Popen) -> None:
    for _ in range(1_200):
        if process.poll() is not None:
            sys.exit(f"compare: the server ended with {process.returncode}")
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.close()
            return
        except OSError:
            await asyncio.sleep(0.1)
    sys.exit("compare: the server did not listen within two minutes")


def measured(process: subprocess.Popen, port: int, path: str, bodies: list[dict], seconds: float) -> list[dict]:
    async def run() -> list[dict]:
        await opened(port, process)
        # The first ones load what is loaded late.
        await loop(port, path, bodies, 1, min(3, seconds))
        return [await loop(port, path, bodies, clients, seconds) for clients in CLIENTS]

    try:
        return asyncio.run(run())
    finally:
        process.terminate()
        process.wait(timeout=30)


def free_port() -> int:
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def table(python: list[dict], perusal: list[dict]) -> str:
    lines = [f"{'':34} {'unit':>4} {'Python':>10} {'Perusal':>10} {'ratio':>7}"]
    for theirs, ours in zip(python, perusal):
        who = "one client" if theirs["clients"] == 1 else f"{theirs['clients']} clients"
        for name, words, unit, more in [
            ("per_second", "hybrid queries", "/s", True),
            ("p50_ms", "p50", "ms", False),
            ("p99_ms", "p99", "ms", False),
        ]:
            a, b = theirs[name], ours[name]
            ratio = b / a if more else a / b
            lines.append(f"{who + ', ' + words:34} {unit:>4} {a:>10,.2f} {b:>10,.2f} {ratio:>6.1f}x")
        if theirs["errors"] or ours["errors"]:
            lines.append(f"{who + ', errors':34} {'':>4} {theirs['errors']:>10} {ours['errors']:>10}")
    return "\n".join(lines)


def run(args) -> int:
    if not args.folder.is_dir():
        sys.exit(f"compare: no folder {args.folder}\nhint: name one with --folder DIR")
    questions = load_questions(args.questions, args.folder)
    theirs, ours = args.work / "index-python", args.work / "index-perusal"
    for index in (theirs, ours):
        shutil.rmtree(index, ignore_errors=True)
    theirs.mkdir(parents=True)
    print("compare: indexing, Python", file=sys.stderr)
    chunks = stack(args.folder, args.work / "model", theirs, [])["chunks"]
    print("compare: indexing, Perusal", file=sys.stderr)
    kept = perusal_once(args, ours, questions[:1])
    port = free_port()
    me = [sys.executable, __file__, "serve", "--model", str(args.work / "model"), "--index", str(theirs)]
    python = subprocess.Popen([*me, "--port", str(port)])
    python = measured(python, port, "/search", [{"query": text} for text in questions], args.seconds)
    command = [str(args.perusal), "--quiet", "--store", str(ours), "serve", "--listen", "127.0.0.1:0"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    port = int(server.stdout.readline().rsplit(":", 1)[1])
    bodies = [{"query": text, "strategy": "hybrid", "k": 10} for text in questions]
    perusal = measured(server, port, "/api/v1/search", bodies, args.seconds)
    print(
        f"{args.folder}: warm servers, {args.seconds:g} s each, {os.cpu_count()} cores, "
        f"{len(questions)} questions; {chunks:,} and {kept['chunks']:,} chunks"
    )
    print(table(python, perusal))
    if args.json:
        args.json.write_text(json.dumps({"schema": 1, "python": python, "perusal": perusal}, indent=1))
    return int(any(one["errors"] for one in perusal))


def main() -> int:
    parser = argparse.ArgumentParser(prog="scripts/compare --server")
    commands = parser.add_subparsers(dest="command", required=True)
    part = commands.add_parser("serve")
    part.add_argument("--model", type=Path, required=True)
    part.add_argument("--index", type=Path, required=True)
    part.add_argument("--port", type=int, required=True)
    part = commands.add_parser("run")
    part.add_argument("--work", type=Path, required=True)
    part.add_argument("--perusal", type=Path, required=True)
    part.add_argument("--folder", type=Path, default=Path("../shared/data/insurance/pdf"))
    part.add_argument("--questions", type=Path, help="JSON lines with a field `question`")
    part.add_argument("--seconds", type=float, default=20)
    part.add_argument("--json", type=Path, help="write the figures here")
    args = parser.parse_args()
    if args.command == "serve":
        serve(args.model, args.index, args.port)
        return 0
    return run(args)


if __name__ == "__main__":
    sys.exit(main())
