"""Calls of the tools of this half: Typst, Chromium, groff, plain TeX, LibreOffice for DOCX to PDF.

Every script of the folder is run with two arguments: where work files go, and where documents go.
"""

import os
import pathlib
import shutil
import subprocess
import sys

WORK, OUT = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
ENVIRONMENT = dict(os.environ, SOURCE_DATE_EPOCH="1767225600", FORCE_SOURCE_DATE="1")


def call(*command, stdin=None):
    done = subprocess.run([str(part) for part in command], cwd=WORK, env=ENVIRONMENT, input=stdin, capture_output=True)
    if done.returncode:
        sys.exit(f"{command[0]}: {done.stdout.decode()[-2000:]} {done.stderr.decode()[-2000:]}")
    return done.stdout


def typst(name, source):
    import typst as compiler

    (WORK / f"{name}.typ").write_text(source, encoding="utf-8")
    compiler.compile(str(WORK / f"{name}.typ"), output=str(OUT / f"{name}.pdf"), timestamp=1767225600)


def chromium(name, page):
    (WORK / f"{name}.html").write_text(page, encoding="utf-8")
    call("chromium", "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={WORK}/chromium", "--no-pdf-header-footer",
         f"--print-to-pdf={OUT / name}.pdf", f"file://{WORK / name}.html")


def groff(name, source):
    page = call("groff", "-k", "-K", "utf8", "-t", "-ms", "-Tpdf", stdin=source.encode("utf-8"))
    (OUT / f"{name}.pdf").write_bytes(page)


def plain_tex(name, source):
    (WORK / f"{name}.tex").write_text(source, encoding="utf-8")
    call("pdftex", "-interaction=nonstopmode", "-halt-on-error", f"{name}.tex")
    shutil.copy(WORK / f"{name}.pdf", OUT)


def printed(name):
    """WORK/name.docx as OUT/name.pdf."""
    call("soffice", f"-env:UserInstallation=file://{WORK}/office", "--headless", "--convert-to", "pdf", "--outdir", OUT, WORK / f"{name}.docx")
