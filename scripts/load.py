"""The open-loop driver behind scripts/load: requests come at their times, and the time of each is
counted from when it was due, so that a slow answer cannot hold back those behind it.

Each stage prints its figures, and for each that has a bar whether it is kept."""

import argparse
import asyncio
import http.client
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

STREAMS = 300
# Steps of the search for what can be answered: questions a second.
STEPS = [5, 10, 20, 40, 80, 160, 320]
# Milliseconds, at fifty searches and at five questions a second; of what is turned away.
SEARCH_P99, ASK_P50, ASK_P99, SHED_P99 = 60, 40, 250, 20
# Shares: of the peak at ten times the capacity, of the lone speed of adding beside questions.
GOODPUT, ADDING = 0.8, 0.7
# Megabytes with so many idle streams; what a soak may add to memory, and to descriptors.
IDLE_MB, SOAK_MB, SOAK_FILES = 400, 16, 8

missed = []


def bar(name, got, limit, most=True):
    """One line of a bar, which counts as missed where it is."""
    kept = got <= limit if most else got >= limit
    if not kept:
        missed.append(name)
    print(f"    {name}: {got:.1f}, bar {'at most' if most else 'at least'} {limit:g}: {'kept' if kept else 'MISSED'}", flush=True)


class Connections:
    """Connections that are kept; one more is opened when none is free."""

    def __init__(self, port):
        self.port, self.free = port, []

    async def post(self, path, body):
        try:
            reader, writer = self.kept() or await asyncio.open_connection("127.0.0.1", self.port)
        except OSError:
            return 0
        data = json.dumps(body).encode()
        head = (
            f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(data)}\r\n\r\n"
        )
        try:
            writer.write(head.encode() + data)
            head = await reader.readuntil(b"\r\n\r\n")
            length = next(
                int(line.split(b":")[1]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:")
            )
            await reader.readexactly(length)
        except Exception:
            writer.close()
            return 0
        self.free.append((reader, writer))
        return int(head.split(b" ")[1])

    def kept(self):
        """A connection that is free; those that the server let go of, as it may after a while, are
        none: sending over them would count as an error of an answer that nobody was asked for."""
        while self.free:
            reader, writer = self.free.pop()
            if not reader.at_eof() and not writer.is_closing():
                return reader, writer
            writer.close()
        return None

    def close(self):
        for _, writer in self.free:
            writer.close()
        self.free = []


def share(times, part):
    times = sorted(times)
    return times[min(len(times) - 1, int(len(times) * part))] if times else float("nan")


async def stage(port, kinds, seconds):
    """Sends each kind (name, rate, path, bodies) at its rate; gives (status, seconds) by name."""
    connections = Connections(port)
    told = {name: [] for name, *_ in kinds}
    running = set()
    begun = time.perf_counter()

    async def one(name, path, body, due):
        status = await connections.post(path, body)
        told[name].append((status, time.perf_counter() - due))

    async def send(name, rate, path, bodies):
        for number in range(int(rate * seconds)):
            due = begun + number / rate
            await asyncio.sleep(max(0, due - time.perf_counter()))
            task = asyncio.create_task(one(name, path, bodies[number % len(bodies)], due))
            running.add(task)
            task.add_done_callback(running.discard)

    await asyncio.gather(*(send(*kind) for kind in kinds))
    if running:
        await asyncio.wait(running, timeout=60)
    connections.close()
    return told


def line(name, rate, told, seconds):
    good = [time for status, time in told if status == 200]
    shed = [time for status, time in told if status in (429, 503)]
    odd = len(told) - len(good) - len(shed)
    text = (
        f"{name} {rate}/s: {len(good)} answered ({len(good) / seconds:.1f}/s), p50 {share(good, 0.5) * 1e3:.1f} ms, "
        f"p99 {share(good, 0.99) * 1e3:.1f} ms; {len(shed)} turned away"
    )
    if shed:
        text += f" (p99 {share(shed, 0.99) * 1e3:.1f} ms)"
    statuses = sorted({status for status, _ in told} - {200, 429, 503})
    print(f"{text}; {odd} errors{f' {statuses}, where 0 is no answer' if odd else ''}", flush=True)
    if odd:
        missed.append(f"{name}: {odd} errors")
    return good, shed


def weight(pid):
    """Resident memory in MB, and open descriptors."""
    with open(f"/proc/{pid}/status") as status:
        kb = next(int(line.split()[1]) for line in status if line.startswith("VmRSS:"))
    return kb / 1024, len(os.listdir(f"/proc/{pid}/fd"))


def made_up():
    """What made-up documents are made of, the same on each run of one commit: a source of chance,
    names that are made up, and words of this project's documents, so that a model reads about as
    many tokens as of people's own text."""
    made = random.Random(7)
    names = [
        "".join(made.choice("bcdfglmnprst") + made.choice("aeiou") for _ in range(made.randint(2, 4))) for _ in range(3000)
    ]
    texts = [path.read_text() for path in sorted(Path("docs").rglob("*.md"))]
    words = sorted({word.lower() for text in texts for word in re.findall(r"\b[A-Za-z]{2,14}\b", text)})
    return made, names, words


def documents(folder, chunks):
    """Facts among filler, one chunk a paragraph or so, and a question about each document."""
    made, names, words = made_up()

    def sentence():
        return " ".join(made.choice(words) for _ in range(made.randint(8, 22))).capitalize() + "."

    questions = []
    for number in range(max(1, chunks // 29)):
        name = made.choice(names).capitalize()
        parts = [f"# The report of {name}\n"]
        for section in range(20):
            count = made.randint(10, 9999)
            parts.append(f"## Part {section} of {name}\n")
            parts.append(f"The warden of {name} counted {count} herons in year {1800 + section}.")
            parts.append(" ".join(sentence() for _ in range(10)) + "\n")
        with open(os.path.join(folder, f"{number}.md"), "w") as file:
            file.write("\n".join(parts))
        questions.append(f"How many herons did the warden of {name} count in year 1805?")
    return questions


def tables(folder, count):
    """Documents of fifty small tables each, and a question about a cell of each document."""
    made, names, words = made_up()
    questions = []
    for number in range(max(1, count // 50)):
        parts = []
        for _ in range(50):
            name = f"{made.choice(names)} {made.choice(names)}".title()
            about = " ".join(made.choice(words) for _ in range(4))
            parts.append(f"## Counts of the warden of {name}, {about}\n")
            parts.append(f"| Year | Herons | Otters | {made.choice(words)} |\n|---|---|---|---|")
            for row in range(8):
                parts.append(f"| {1800 + row} | " + " | ".join(str(made.randint(10, 9999)) for _ in range(3)) + " |")
            parts.append("")
        with open(os.path.join(folder, f"{number}.md"), "w") as file:
            file.write("\n".join(parts))
        questions.append(f"How many herons did the warden of {name} count in 1805?")
    return questions


def api(port, method, path, body=b"", headers=None):
    """One request of the stages that need no rate."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=600)
    connection.request(method, path, body, {"X-Perusal": "1", **(headers or {})})
    answer = connection.getresponse()
    told = answer.read()
    connection.close()
    if answer.status >= 300:
        sys.exit(f"load: {method} {path}: {answer.status} {told[:300]!r}")
    return json.loads(told)


def upload(port, collection, files):
    """Sends files, and gives the id of the job that adds them."""
    parts = [
        b'--x\r\nContent-Disposition: form-data; name="file"; filename="%s"\r\n\r\n%s\r\n' % (name.encode(), data)
        for name, data in files
    ]
    kind = {"Content-Type": "multipart/form-data; boundary=x"}
    return api(port, "POST", f"/api/v1/documents?collection={collection}", b"".join(parts) + b"--x--\r\n", kind)["job"]


def over(port, job):
    """Waits for the end of a job."""
    while True:
        told = api(port, "GET", f"/api/v1/jobs/{job}")
        if told["state"] not in ("queued", "running"):
            return told
        time.sleep(0.05)


async def steady(port, args, search, ask):
    for kind, bars in ((search, {0.99: SEARCH_P99}), (ask, {0.5: ASK_P50, 0.99: ASK_P99})):
        told = await stage(port, [kind], args.seconds)
        good, shed = line(kind[0], kind[1], told[kind[0]], args.seconds)
        for part, limit in bars.items():
            bar(f"p{part * 100:.0f} of {kind[0]} in ms", share(good, part) * 1e3, limit)
        if shed:
            missed.append(f"{kind[0]}: {len(shed)} turned away")


async def overload(port, pid, args, asks):
    peak, short = 0, min(10, args.seconds)
    for rate in STEPS:
        told = await stage(port, [("ask", rate, "/api/v1/ask", asks)], short)
        good, _ = line("ask", rate, told["ask"], short)
        peak = max(peak, len(good) / short)
        if len(good) / short < 0.7 * rate:
            break
    rate = max(10, int(10 * peak))
    before, _ = weight(pid)
    told = await stage(port, [("ask", rate, "/api/v1/ask", asks)], short)
    good, shed = line("ten times the capacity: ask", rate, told["ask"], short)
    after, _ = weight(pid)
    print(f"memory {before:.0f} -> {after:.0f} MB")
    bar("goodput in % of its peak", len(good) / short / peak * 100, GOODPUT * 100, most=False)
    if shed:
        bar("p99 of what is turned away in ms", share(shed, 0.99) * 1e3, SHED_P99)


async def idle(port, pid):
    """Streams of events of a job that waits for the one before it."""
    words = " ".join(f"word{at % 977} stands here." for at in range(300_000))
    first = upload(port, "idle", [("long.txt", words.encode())])
    second = upload(port, "idle", [("short.txt", b"Some text.")])
    streams = [await asyncio.open_connection("127.0.0.1", port) for _ in range(STREAMS)]
    for _, writer in streams:
        writer.write(b"GET /api/v1/jobs/%s/events HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n" % (second.encode(), port))
    heads = [await reader.readuntil(b"\r\n\r\n") for reader, _ in streams]
    opened = sum(head.startswith(b"HTTP/1.1 200") for head in heads)
    waits = api(port, "GET", f"/api/v1/jobs/{second}")["state"]
    print(f"{opened} streams of a job that is {waits}, while another adds a long text")
    bar(f"MB with {opened} idle streams", weight(pid)[0], IDLE_MB)
    for _, writer in streams:
        writer.close()
    for job in (second, first):
        api(port, "DELETE", f"/api/v1/jobs/{job}")
    over(port, first)


async def adding(port, args, search, ask):
    """The same files alone, and while searches and questions are answered."""
    files = [(path.name, path.read_bytes()) for path in sorted(Path(args.add).iterdir()) if path.is_file()]

    def add(collection):
        begun = time.perf_counter()
        told = over(port, upload(port, collection, files))
        return told, time.perf_counter() - begun

    told, alone = await asyncio.to_thread(add, "alone")
    beside = asyncio.create_task(asyncio.to_thread(add, "beside"))
    answered = {"search": [], "ask": []}
    seconds = 0
    while not beside.done():
        for name, times in (await stage(port, [search, ask], 5)).items():
            answered[name] += times
        seconds += 5
    _, busy = await beside
    for kind in (search, ask):
        line(f"while files are added: {kind[0]}", kind[1], answered[kind[0]], seconds)
    print(f"{len(files)} files ({told['files_done']} done): alone {alone:.1f} s, beside questions {busy:.1f} s")
    bar("speed of adding in % of its lone speed", alone / busy * 100, ADDING * 100, most=False)


async def soak(port, pid, args, search, ask):
    await stage(port, [search, ask], 30)
    before = weight(pid)
    told = await stage(port, [search, ask], args.soak)
    await asyncio.sleep(1)
    after = weight(pid)
    for kind in (search, ask):
        line(f"soak of {args.soak} s: {kind[0]}", kind[1], told[kind[0]], args.soak)
    print(f"memory {before[0]:.0f} -> {after[0]:.0f} MB, descriptors {before[1]} -> {after[1]}")
    bar("MB that a soak adds", after[0] - before[0], SOAK_MB)
    bar("descriptors that it adds", after[1] - before[1], SOAK_FILES)


async def run(port, pid, args, questions):
    asks = [{"question": text} for text in questions]
    searches = [{"query": text} for text in questions]
    search = ("search", 50, "/api/v1/search", searches)
    ask = ("ask", 5, "/api/v1/ask", asks)
    await stage(port, [("warm", 5, "/api/v1/ask", asks)], 2)
    chunks = api(port, "GET", "/api/v1/stats").get("index", {}).get("chunks")
    print(f"{chunks} chunks, {os.cpu_count()} cores, load of the machine before {os.getloadavg()[0]:.1f}")
    await steady(port, args, search, ask)
    await overload(port, pid, args, asks)
    await idle(port, pid)
    if args.add:
        await adding(port, args, search, ask)
    if args.soak:
        await soak(port, pid, args, search, ask)


def ready(port):
    for _ in range(600):
        connection = http.client.HTTPConnection("127.0.0.1", port)
        connection.request("GET", "/readyz")
        if connection.getresponse().status == 200:
            return
        time.sleep(0.1)
    sys.exit("load: the server was not ready within a minute")


def asked(args, folder):
    """Questions for the library, and its folder of documents where it has yet to be built."""
    if not (args.store or args.folder):
        made = tables(folder, args.tables) if args.tables else documents(folder, args.chunks)
        return made, folder
    listed = Path(args.folder or args.store).parent / "qa.jsonl"
    if listed.is_file():
        lines = listed.read_text().splitlines()
        return [json.loads(text)["question"] for text in lines if text.strip()], args.folder
    words = "deductible premium coverage territory rate".split()
    return [f"What is said about {word}?" for word in words], args.folder


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", required=True)
    for name in ("store", "folder", "add"):
        parser.add_argument(f"--{name}", default="")
    for name in ("seconds", "soak", "chunks", "tables"):
        parser.add_argument(f"--{name}", type=int, required=True)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        store, folder = args.store or os.path.join(work, "library"), os.path.join(work, "documents")
        os.mkdir(folder)
        questions, folder = asked(args, folder)
        quiet = [args.binary, "--quiet", "--store", store]
        if not args.store:
            subprocess.run([*quiet, "add", folder], check=True, stdout=subprocess.DEVNULL)
        others = [f"--collection={name}={os.path.join(work, name)}" for name in ("idle", "alone", "beside")]
        command = [*quiet, "serve", "--listen", "127.0.0.1:0", *others]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            port = int(server.stdout.readline().rsplit(":", 1)[1])
            ready(port)
            asyncio.run(run(port, server.pid, args, questions))
        finally:
            server.terminate()
            code = server.wait(timeout=30)
        print(f"ended with {code}")
    if missed:
        print(f"missed: {'; '.join(missed)}")
    return int(bool(code or missed))


if __name__ == "__main__":
    sys.exit(main())
