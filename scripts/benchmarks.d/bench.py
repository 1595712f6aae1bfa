"""Runs what is measured, and makes Markdown of it."""

import json
import os
import shlex
import subprocess
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


class Failed(Exception):
    """A command printed no figures; the text says which and why."""


class Bench:
    """One run: the binary, the sets, and a home of its own."""

    def __init__(self, binary, data, model):
        self.binary, self.data, self.model = str(binary.resolve()), data.resolve(), model
        self.embedder = ["--embedder", model or "none"]
        self.flags = [*([] if model else ["--strategy", "keyword"]), *self.embedder]
        # Rows of the table of README.md: whether weights have seen the questions, and the cells.
        self.short = []
        # What earlier runs kept would be measured instead.
        self.folder = tempfile.TemporaryDirectory()
        models = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
        self.env = {
            "HOME": self.folder.name,
            "PATH": os.environ["PATH"],
            "PERUSAL_MODELS": os.environ.get("PERUSAL_MODELS") or str(Path(models) / "perusal/models"),
        }

    def run(self, *arguments):
        """The JSON of a command of Perusal, and the seconds it took."""
        started = time.monotonic()
        ran = self.ran([self.binary, *arguments, "--json"], self.env, self.folder.name)
        seconds = time.monotonic() - started
        try:
            return json.loads(ran.stdout), seconds
        except json.JSONDecodeError:
            raise self.failure(["perusal", *arguments], ran) from None

    def script(self, command, **settings):
        """What a script of the repository prints, and the code it ended with: 1 where a bar is not kept."""
        # Settings of who runs this are none of what is measured; where pip finds packages is.
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("PERUSAL_", "XDG_"))}
        ran = self.ran(command, {**kept, **self.env, **settings}, ROOT)
        if not ran.stdout.strip():
            raise self.failure(command, ran)
        return self.shown(ran.stdout).rstrip(), ran.returncode

    def ran(self, command, env, folder):
        return subprocess.run(command, env=env, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True)

    def failure(self, command, ran):
        said = self.shown(ran.stderr).strip().splitlines()
        return Failed(f"`{self.shown(shlex.join(command))}` ended with {ran.returncode}: {said[-1] if said else 'nothing said'}")

    def shown(self, text):
        """Without the folders of this machine."""
        for path, name in [(str(self.data), "DATA"), (self.binary, "BINARY"), (f"{ROOT}/", ""), (f"{self.folder.name}/", "")]:
            text = text.replace(path, name)
        return text


class Part:
    """One part of the page: a heading, what it is, a table or what a script printed, and its commands."""

    def __init__(self, bench):
        self.bench = bench
        self.heading = self.about = self.failed = None
        self.rows, self.quoted, self.commands, self.absent = [], [], [], []

    def begin(self, heading, about, *columns):
        self.heading, self.about = heading, about
        if columns:
            self.rows += [list(columns), ["---"] * len(columns)]

    def row(self, *cells):
        self.rows.append([str(cell) for cell in cells])

    def path(self, name):
        """The path of a set; remembered as absent otherwise."""
        if (self.bench.data / name).exists():
            return str(self.bench.data / name)
        if name not in self.absent:
            self.absent.append(name)
        return None

    def paths(self, *names):
        """Of several, all or nothing."""
        found = [self.path(name) for name in names]
        return found if all(found) else None

    def run(self, *arguments):
        self.remember(["perusal", *arguments])
        return self.bench.run(*arguments)

    def script(self, *command, quoted=True, **settings):
        """Runs a script of the repository; what it printed stands in the part unless it is only read."""
        self.remember([*(f"{name}={value}" for name, value in settings.items()), *command])
        text, code = self.bench.script(list(command), **settings)
        if quoted:
            self.quoted.append(text + (f"\n(ended with {code})" if code else ""))
        return text

    def remember(self, command):
        line = self.bench.shown(shlex.join(command))
        if line not in self.commands:
            self.commands.append(line)

    def text(self):
        lines = [f"## {self.heading}", self.about, ""]
        if len(self.rows) > 2:
            lines += ["|---" * len(row) + "|" if row[0] == "---" else f"| {' | '.join(row)} |" for row in self.rows] + [""]
        for text in self.quoted:
            lines += ["```text", text, "```", ""]
        if self.commands:
            lines += ["Printed by:", "", "```text", *self.commands, "```", ""]
        if self.absent:
            lines += [f"Not measured, not there: {', '.join(self.absent)}.", ""]
        if self.failed:
            lines += [f"Not measured: {self.failed}", ""]
        return "\n".join(lines)


def of(counted):
    return f"{counted['count']} of {counted['of']}" if counted["of"] else "none"


def share(part, whole):
    return f"{part / whole:.3f}" if whole else "none"


def interval(mean, low, high):
    return f"{mean:.3f} [{low:.3f}, {high:.3f}]"


def figure(value, digits=3):
    return "none" if value is None else f"{value:.{digits}f}"
