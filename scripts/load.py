"""The open-loop driver behind scripts/load: requests come at their times, and the time of each is
counted from when it was due, so that a slow answer cannot hold back those behind it."""

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time

STREAMS = 300
# Steps of the search for what can be answered: questions a second.
STEPS = [5, 10, 20, 40, 80, 160, 320]


class Connections:
    """Connections that are kept; one more is opened when none is free."""

    def __init__(self, port):
        self.port, self.free = port, []

    async def post(self, path, body):
        reader, writer = self.free.pop() if self.free else await asyncio.open_connection("127.0.0.1", self.port)
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
    print(f"{text}; {odd} errors", flush=True)
    return len(good) / seconds


def weight(pid):
    """Resident memory in MB, and open descriptors."""
    with open(f"/proc/{pid}/status") as status:
        kb = next(int(line.split()[1]) for line in status if line.startswith("VmRSS:"))
    return kb / 1024, len(os.listdir(f"/proc/{pid}/fd"))


def documents(folder, chunks):
    """Made-up documents, the same on each run: facts among filler, one chunk a paragraph or so."""
    made = random.Random(7)
    words = [
        "".join(made.choice("bcdfglmnprst") + made.choice("aeiou") for _ in range(made.randint(2, 4))) for _ in range(3000)
    ]
    questions = []
    for number in range(max(1, chunks // 20)):
        name = made.choice(words).capitalize()
        parts = [f"# The report of {name}\n"]
        for section in range(20):
            count = made.randint(10, 9999)
            parts.append(f"## Part {section} of {name}\n")
            parts.append(f"The warden of {name} counted {count} herons in year {1800 + section}.")
            parts.append(" ".join(made.choice(words) for _ in range(150)) + ".\n")
        with open(os.path.join(folder, f"{number}.md"), "w") as file:
            file.write("\n".join(parts))
        questions.append(f"How many herons did the warden of {name} count in year 1805?")
    return questions


async def run(port, pid, args, questions):
    asks = [{"question": text} for text in questions]
    searches = [{"query": text} for text in questions]
    search = ("search", 50, "/api/v1/search", searches)
    ask = ("ask", 5, "/api/v1/ask", asks)
    await stage(port, [("warm", 5, "/api/v1/ask", asks)], 2)
    for kind in (search, ask):
        told = await stage(port, [kind], args.seconds)
        line(kind[0], kind[1], told[kind[0]], args.seconds)
    peak, short = 0, min(10, args.seconds)
    for rate in STEPS:
        told = await stage(port, [("ask", rate, "/api/v1/ask", asks)], short)
        good = line("ask", rate, told["ask"], short)
        peak = max(peak, good)
        if good < 0.7 * rate:
            break
    over = max(10, int(10 * peak))
    before, _ = weight(pid)
    told = await stage(port, [("ask", over, "/api/v1/ask", asks)], short)
    good = line("ten times the capacity: ask", over, told["ask"], short)
    after, _ = weight(pid)
    print(f"goodput there {good / peak * 100:.0f} % of its peak of {peak:.1f}/s; memory {before:.0f} -> {after:.0f} MB")
    idle = [await asyncio.open_connection("127.0.0.1", port) for _ in range(STREAMS)]
    for _, writer in idle:
        writer.write(b"GET /livez HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n" % port)
    await asyncio.sleep(2)
    print(f"{STREAMS} idle connections: {weight(pid)[0]:.0f} MB")
    for _, writer in idle:
        writer.close()
    if args.soak:
        await stage(port, [search, ask], 30)
        before = weight(pid)
        told = await stage(port, [search, ask], args.soak)
        after = weight(pid)
        for kind in (search, ask):
            line(f"soak of {args.soak} s: {kind[0]}", kind[1], told[kind[0]], args.soak)
        print(f"memory {before[0]:.0f} -> {after[0]:.0f} MB, descriptors {before[1]} -> {after[1]}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", required=True)
    parser.add_argument("--store", default="")
    for name in ("seconds", "soak", "chunks"):
        parser.add_argument(f"--{name}", type=int, required=True)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        store, folder = args.store or os.path.join(work, "library"), os.path.join(work, "documents")
        os.mkdir(folder)
        questions = documents(folder, 200 if args.store else args.chunks)
        quiet = [args.binary, "--quiet", "--store", store]
        if args.store:
            questions = [f"What is said about {word}?" for word in "deductible premium coverage territory rate".split()]
        else:
            subprocess.run([*quiet, "add", folder], check=True, stdout=subprocess.DEVNULL)
        server = subprocess.Popen([*quiet, "serve", "--listen", "127.0.0.1:0"], stdout=subprocess.PIPE, text=True)
        try:
            port = int(server.stdout.readline().rsplit(":", 1)[1])
            asyncio.run(run(port, server.pid, args, questions))
        finally:
            server.terminate()
            code = server.wait(timeout=30)
        print(f"ended with {code}")
    return 1 if code else 0


if __name__ == "__main__":
    sys.exit(main())
