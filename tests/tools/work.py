"""What the tests with real tools share: a scratch folder, commands, and a count of what held."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

#: The repository.
ROOT = Path(__file__).resolve().parents[2]

#: A file that translates without a finding, and one with a call that has no counterpart.
CLEAN = "#include <cuda_runtime.h>\n\nvoid release(void* p) {\n  cudaFree(p);\n}\n"
FLAWED = "#include <cuda_runtime.h>\nvoid f(cudaStream_t s) { cudaGraphConditionalHandleCreate(0, 0); }\n"


class Failed(Exception):
    """Something did not hold."""


def check(holds, what, seen=""):
    """Says what held; ends the run with what was seen if it did not."""
    if not holds:
        raise Failed(f"{what}\n{seen}")
    print(f"  ok: {what}", flush=True)


def run(command, cwd=None, status=0, env=None, seconds=1500):
    """Output and errors of a command together; `status` None takes any exit status."""
    command = [str(part) for part in command]
    full = {**os.environ, **(env or {})}
    done = subprocess.run(command, cwd=cwd, env=full, text=True, errors="replace", timeout=seconds,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if status is not None and done.returncode != status:
        raise Failed(f"{' '.join(command)}: exit status {done.returncode}, not {status}\n{done.stdout}")
    done.output = done.stdout
    return done


class Folder:
    """A scratch folder that is removed at the end."""

    def __enter__(self):
        self.path = Path(tempfile.mkdtemp(prefix="cu2hip-tools-"))
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.path, ignore_errors=True)

    def write(self, name, text):
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def git(self, *arguments, status=0):
        """git without the settings of the user."""
        return run(["git", "-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "core.autocrlf=false",
                    "-c", "init.defaultBranch=main", *arguments], cwd=self.path, status=status)


def main(tests):
    """Runs all tests; prints the plain closing line and gives the exit status."""
    failed = 0
    for test in tests:
        print(f"{test.__name__}: {test.__doc__}", flush=True)
        try:
            test()
        except (Failed, subprocess.TimeoutExpired, OSError) as error:
            failed += 1
            print(f"  FAILED: {error}", flush=True)
    print(f"{len(tests) - failed} passed, {failed} failed")
    return 1 if failed else 0
