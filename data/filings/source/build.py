"""Calls of the tools that lay the documents of this half out. Not a layout of its own.

Every script of the folder is run with two arguments: where work files go, and where documents go.
"""

import os
import pathlib
import shutil
import subprocess
import sys

WORK = pathlib.Path(sys.argv[1])
OUT = pathlib.Path(sys.argv[2]).resolve()
# One moment for all files, so that a second build gives the same bytes where the tool allows it.
ENV = {**os.environ, "SOURCE_DATE_EPOCH": "1767225600", "FORCE_SOURCE_DATE": "1"}


def run(command):
    done = subprocess.run(command, cwd=WORK, env=ENV, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}")


def latex(name, text, runs=2):
    (WORK / f"{name}.tex").write_text(text, encoding="utf-8")
    for _ in range(runs):
        run(["pdflatex", "-interaction=nonstopmode", "-halt-on-error", f"{name}.tex"])
    shutil.copy(WORK / f"{name}.pdf", OUT)


def office(name, source_suffix, to):
    """Has LibreOffice turn WORK/name.source_suffix into OUT/name.to (pdf or docx)."""
    profile = f"-env:UserInstallation=file://{WORK.resolve()}/office-profile"
    source = WORK.resolve() / f"{name}.{source_suffix}"
    run(["soffice", profile, "--headless", "--convert-to", to, "--outdir", OUT.resolve(), source])


def weasy(name, html):
    from weasyprint import HTML

    (WORK / f"{name}.html").write_text(html, encoding="utf-8")
    HTML(string=html).write_pdf(OUT / f"{name}.pdf")
