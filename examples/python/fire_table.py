#!/usr/bin/env python3
"""How often does a squad in stone break or worse, by Firepower and DRM? A table and, if a file is named, a chart.

    examples/python/fire_table.py [CHART.svg]

Needs boxcars on the PATH, or its file in BOXCARS; pandas and matplotlib.
"""
import json
import os
import subprocess
import sys

import matplotlib

matplotlib.use("Agg")
import pandas

FIREPOWER = [2, 4, 6, 8, 12, 16]
DRM = [-2, -1, 0, 1, 2]


def ask(questions):
    """The answers of boxcars ask, one a question, in order."""
    lines = "\n".join(json.dumps(question) for question in questions)
    program = [os.environ.get("BOXCARS", "boxcars"), "ask"]
    done = subprocess.run(program, input=lines, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def exact(answer, name):
    return next(event["exact"] for event in answer["events"] if event["name"] == name)


def main():
    asked = [(fp, drm) for fp in FIREPOWER for drm in DRM]
    answers = ask(
        {"question": "attack", "inputs": {"fp": fp, "drm": drm, "terrain": "stone", "target": ["4-6-7"]}, "method": "exact"}
        for fp, drm in asked
    )
    rows = [
        {"FP": fp, "DRM": drm, "odds": exact(answer, "any broken or eliminated")}
        for (fp, drm), answer in zip(asked, answers)
    ]
    table = pandas.DataFrame(rows).pivot(index="FP", columns="DRM", values="odds")
    print((100 * table).round(1).to_string())
    if len(sys.argv) > 1:
        axes = (100 * table.T).plot(marker="o", ylabel="broken or eliminated, %", title="A 4-6-7 in a stone building")
        axes.figure.savefig(sys.argv[1])


if __name__ == "__main__":
    main()
