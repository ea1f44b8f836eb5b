import { describe, expect, it, test, vi } from "vitest";
import { exitCodes, worseOf } from "../../generator/cli/exit-codes.js";
import { createProgress } from "../../generator/cli/session.js";
import { createTerminal } from "../../generator/cli/terminal.js";

const clear = "\r\u001b[2K";

function screen(isTTY: boolean, environment: NodeJS.ProcessEnv = {}) {
  let written = "";
  const stream = { isTTY, write: (text: string) => (written += text), on: () => {} };
  const terminal = createTerminal(environment, { stdout: stream, stderr: stream });
  return { terminal, written: () => written };
}

describe("the line of progress", () => {
  it("is cleared before any output, also on stdout", () => {
    const { terminal, written } = screen(true);
    terminal.status("load …");
    terminal.status("lint …");
    terminal.err("a problem\n");
    terminal.status("emit …");
    terminal.out("data\n");
    terminal.status("write …");
    terminal.status("");
    expect(written()).toBe(`load …${clear}lint …${clear}a problem\nemit …${clear}data\nwrite …${clear}`);
  });

  it.each([
    [false, {}],
    [true, { TERM: "dumb" }],
    [true, { CI: "true" }],
  ])("is not printed unless on a terminal: terminal %s, %j", (isTTY, environment) => {
    const { terminal, written } = screen(isTTY, environment);
    terminal.status("load …");
    terminal.err("done\n");
    expect(written()).toBe("done\n");
  });

  it("remains if nothing is written", () => {
    const { terminal, written } = screen(true);
    terminal.status("load …");
    terminal.err("");
    expect(written()).toBe("load …");
  });
});

describe("stages", () => {
  const run = (isVerbose: boolean) => {
    const { terminal, written } = screen(true);
    const now = vi.spyOn(performance, "now");
    const at = (milliseconds: number) => now.mockReturnValue(milliseconds);
    at(0);
    const stages = createProgress(terminal, isVerbose);
    at(10);
    stages.begin("load");
    at(400);
    stages.begin("emit");
    at(1600);
    stages.end();
    now.mockRestore();
    return written();
  };

  it("are shown once a run takes noticeably long", () => {
    expect(run(false)).toBe(`emit …${clear}`);
  });

  it("are listed with their times by --verbose", () => {
    expect(run(true)).toBe("load       0.39 s\nemit       1.20 s\nall        1.60 s\n");
  });
});

test.each([
  ["ok", "ok", "ok"],
  ["ok", "drift", "drift"],
  ["drift", "findings", "findings"],
  ["breaking", "drift", "breaking"],
  ["usage", "findings", "usage"],
  ["interrupted", "internal", "interrupted"],
] as const)("a run that ends with %s and %s ends with %s", (one, other, expected) => {
  expect(worseOf(exitCodes[one], exitCodes[other])).toBe(exitCodes[expected]);
  expect(worseOf(exitCodes[other], exitCodes[one])).toBe(exitCodes[expected]);
});
