"""Runs the recipes of docs/serve.md as they stand there, against a running server.

  recipes.py BINARY NODE

URL says where the server is; its address takes the place of the one in the recipes. Beside this
process's folder are what they take for granted: lease.pdf, the code made of proto/perusal.proto, and
OpenAI's packages. Each block must end with 0 and print something; the settings of a desktop client
are followed, too: the command is started and asked for its tools. The recipe in Rust is held against
a test of the crate (`serve_grpc`), since compiling it here takes minutes.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
RECIPES = ROOT / "docs/serve.md"
ADDRESS = os.environ["URL"].removeprefix("http://")
SECONDS_MAX = 120


def blocks(kind):
    found = re.findall(r"^```(\S+)([^\n]*)\n(.*?)^```$", RECIPES.read_text(), re.M | re.S)
    return [body for info, _, body in found if info == kind]


def here(text):
    return re.sub(r"(127\.0\.0\.1|localhost):7333", ADDRESS, text)


def run(name, command, text=None, env=None):
    done = subprocess.run(command, input=text, env=env, capture_output=True, text=True, timeout=SECONDS_MAX)
    if done.returncode or not done.stdout.strip():
        sys.exit(f"recipe {name}: exit {done.returncode}\n{done.stdout[-1000:]}{done.stderr[-1000:]}")
    return done.stdout


def commands(body):
    joined = body.replace("\\\n", " ")
    return [line.removeprefix("$ ") for line in joined.splitlines() if line.startswith("$ ")]


def speak(settings, binary):
    """Follows the settings of a desktop client: starts the command and asks for its tools."""
    (one,) = settings["mcpServers"].values()
    command = [str(binary) if one["command"] == "perusal" else one["command"], *one["args"]]
    said = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
            "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "desk", "version": "1"}}},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/list"},
    ]
    child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    for one in said:
        child.stdin.write(json.dumps(one) + "\n")
        child.stdin.flush()
        told = json.loads(child.stdout.readline()) if "id" in one else None
    child.stdin.close()
    names = [tool["name"] for tool in told["result"]["tools"]]
    assert "ask" in names and child.wait(timeout=30) == 0, names
    return len(names)


def main():
    binary, node = (Path(name).resolve() for name in sys.argv[1:3])
    count = 0
    for body in blocks("console"):
        for command in commands(body):
            if not command.startswith("curl"):
                continue
            told = run("curl", ["sh", "-c", here(command)])
            assert "urn:perusal:problem" not in told, told
            count += 1
    assert count >= 3, f"only {count} commands of curl"
    python = blocks("python")
    assert len(python) >= 2, "a recipe in Python is gone"
    for body in python:
        print(run("python", [sys.executable, "-"], here(body)).strip()[:100])
    scripts = blocks("js")
    assert scripts, "the recipe in JavaScript is gone"
    for body in scripts:
        # Packages are looked for from where the file is.
        place = Path(os.environ["CLIENT_PACKAGES"]) / "recipe.mjs"
        place.write_text(here(body))
        print(run("js", [str(node), str(place)]).strip()[:100])
    settings = [json.loads(body) for body in blocks("json")]
    settings = [one for one in settings if "mcpServers" in one]
    assert settings, "the settings of a desktop client are gone"
    tools = [speak(one, binary) for one in settings]
    print(f"recipes: {count} of curl, {len(python)} of Python, {len(scripts)} of JavaScript, {tools[0]} tools by settings: ok")


if __name__ == "__main__":
    main()
