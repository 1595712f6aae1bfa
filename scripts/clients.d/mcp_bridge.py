"""A server of `/mcp` whose answers come from `perusal mcp` over standard input and output, so that
programs that speak HTTP alone can look at that transport, too.

  mcp_bridge.py ARGUMENTS OF PERUSAL MCP…

Each message that is posted is a line, and each line that comes is the answer to the request of its
id; Host and Origin are looked at as `perusal serve` does. Prints its address first.
"""

import json
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

SECONDS_MAX = 60


class Child:
    """The command, its lines by the id of what they answer."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.lock, self.told = threading.Lock(), {}
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        for line in self.process.stdout:
            message = json.loads(line)
            with self.lock:
                known = self.told.get(json.dumps(message.get("id")))
            if known:
                known[1].append(message)
                known[0].set()

    def say(self, message):
        known, key = (threading.Event(), []), json.dumps(message.get("id"))
        with self.lock:
            if "id" in message:
                self.told[key] = known
            self.process.stdin.write(json.dumps(message) + "\n")
            self.process.stdin.flush()
        if "id" not in message or "method" not in message:
            return None
        known[0].wait(SECONDS_MAX)
        with self.lock:
            del self.told[key]
        return known[1][0] if known[1] else None


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, status, body=b""):
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        try:
            self.end_headers()
            self.wfile.write(body)
        except ConnectionError:
            self.close_connection = True

    def do_GET(self):
        self.answer(405)

    do_DELETE = do_GET

    def do_POST(self):
        own = {f"{name}:{self.server.server_port}" for name in ("127.0.0.1", "localhost")}
        origin = self.headers.get("Origin")
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.headers.get("Host") not in own or (origin and urlsplit(origin).netloc not in own):
            return self.answer(403)
        told = self.server.child.say(json.loads(body))
        return self.answer(202) if told is None else self.answer(200, json.dumps(told).encode())


def main():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.child = Child(sys.argv[1:])
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    try:
        server.serve_forever()
    finally:
        server.child.process.kill()


if __name__ == "__main__":
    main()
