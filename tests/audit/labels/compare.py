"""Compares an audit with the inventory that was expected of a repository.

usage: compare.py LABEL.toml AUDIT.json   (AUDIT.json: cu2hip audit DIR --format json)
Prints a line for each expectation; the exit status is 1 if one is not met.
"""

import json
import sys
import tomllib


def main(label, audit):
    with open(label, "rb") as file:
        expected = tomllib.load(file)
    with open(audit, encoding="utf-8") as file:
        found = json.load(file)
    counts = {}
    for dimension in found["dimensions"].values():
        counts.update(dimension["counts"])
    failed = 0

    def line(name, wanted, got, met):
        nonlocal failed
        failed += not met
        print(f"{'ok  ' if met else 'OFF '} {name}: expected {wanted}, found {got}")

    for name, (least, most) in expected["counts"].items():
        got = counts.get(name)
        line(name, f"{least} to {most}", got, got is not None and least <= got <= most)
    for name, (level, _) in expected["levels"].items():
        got = found["dimensions"][name]["level"]
        line(name, level, got, got == level)
    least, most = expected["verdict"]["high"]
    high = found["score"]["high"]
    line("High", f"{least} to {most}", high, least <= high <= most)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
