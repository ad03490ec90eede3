#!/usr/bin/env python3
"""The Python package: the wheel, installed by pip into a fresh environment.

    wheel.py --wheel FILE
"""

import argparse
import sys
from pathlib import Path

from work import CLEAN, FLAWED, Folder, check, main, run

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--wheel", required=True, type=lambda text: str(Path(text).resolve()))
OPTIONS = parser.parse_args()

MODULE = """
import cu2hip, pathlib
report = cu2hip.convert(["csrc"], out_dir="build/hip", libs="cublas=hip")
assert [f.changed for f in report.files] == [True, True], report
assert "hipFree" in report.files[0].written.read_text(), report.files[0].written
assert "hipblasCreate" in report.files[1].written.read_text()
found = cu2hip.check(["flawed.cu"])
assert (found[0].code, found[0].line, found[0].severity) == ("CH1001", 2, "error"), found
assert str(found[0]).startswith("flawed.cu:2:26: error CH1001 no-counterpart: "), str(found[0])
text, findings = cu2hip.translate("void f() { cudaFree(0); }", launch_hip=True)
assert "hipFree(0)" in text and findings == [], text
for wrong in (lambda: cu2hip.convert(["none.cu"]), lambda: cu2hip.check(["csrc"], rocn="7.2"), lambda: cu2hip.check([], rocm="x")):
    try:
        wrong()
    except cu2hip.Error as error:
        assert "none.cu" in str(error) or "rocn" in str(error) or "x" in str(error), error
    else:
        raise AssertionError("no error")
print("module", cu2hip.__version__)
"""
SETUP = """
from setuptools import setup
import cu2hip
report = cu2hip.convert(["csrc"], out_dir="build/hip")
print("converted", len(report.files))
setup(name="x", version="1", py_modules=[])
"""


def package():
    """the command and the module"""
    with Folder() as folder:
        run([sys.executable, "-m", "venv", folder.path / "env"])
        python = folder.path / "env/bin/python"
        run([python, "-m", "pip", "install", "-q", OPTIONS.wheel, "setuptools"])
        folder.write("csrc/a.cu", CLEAN)
        folder.write("csrc/b.cu", "#include <cublas_v2.h>\nvoid f(cublasHandle_t* h) { cublasCreate(h); }\n")
        folder.write("flawed.cu", FLAWED)
        folder.write("use.py", MODULE)
        folder.write("setup.py", SETUP)
        tool = folder.path / "env/bin/cu2hip"
        seen = run([tool, "check", "flawed.cu"], cwd=folder.path, status=1).output
        check("error[CH1001 no-counterpart]" in seen, "the command flags a call", seen)
        check(run([tool, "--version"]).output.startswith("cu2hip 0"), "and tells its version")
        check("Usage" in run([tool, "nonsense"], status=2).output, "wrong usage ends with two")
        check("module" in run([python, "use.py"], cwd=folder.path).output, "the module converts, checks and translates")
        check("converted 2" in run([python, "setup.py", "--version"], cwd=folder.path).output, "as it does in a setup.py")


sys.exit(main([package]))
