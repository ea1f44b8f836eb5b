import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import type * as Recheck from "recheck";
import { ts } from "ts-morph";
import { expect, test, vi } from "vitest";
import { growthOf } from "../../../generator/json-schema/pattern/growth.js";
import { repositoryPath } from "../../support/repository.js";

// The part of recheck that is plain JavaScript.
const { checkSync } = createRequire(import.meta.url)("recheck/lib/browser.js") as typeof Recheck;

/** The power with which time grows at most, by both analyses; recheck knows `i`, ours knows look-around. */
function growthsOf(source: string, flags: string): readonly unknown[] {
  const own = growthOf(source, flags.includes("u") ? "u" : "");
  const options = { checker: "automaton", timeout: 60_000 } as const;
  const { status, complexity } = checkSync(source, flags.replace(/[gyd]/g, ""), options) as unknown as {
    status: string;
    complexity: { type: string; degree?: number };
  };
  const theirs = status === "unknown" ? [] : [complexity.type === "polynomial" ? complexity.degree : complexity.type];
  return [typeof own === "object" ? own.degree : own, ...theirs];
}

const isLinear = (growth: unknown) => growth === 1 || growth === "linear" || growth === "constant" || growth === "safe";

/** These read what a program or a contract says, not what somebody sends. */
const aboutOwnText = [
  "templates/runtime/client/action-calls.ts: /_+$/",
  "templates/runtime/client/create-client.ts: /\\/+$/",
  "templates/runtime/client/follow.ts: /\\/+$/",
];

test("generated servers, clients and validators match what they are sent in linear time", () => {
  const patterns = patternsIn("templates/runtime");
  expect(patterns.length).toBeGreaterThan(50);
  const slow = patterns.filter(({ source, flags }) => !growthsOf(source, flags).every(isLinear));
  expect(slow.map(({ place }) => place)).toEqual(aboutOwnText);
});

test("patterns that are put together are linear too", async () => {
  // Values of the format `regex` are compiled and never run; the patterns in `all-errors` are those of the contract, which
  // lint has weighed; those in `linear-pattern` match one character.
  expect(buildersIn("templates/runtime")).toEqual([
    "templates/runtime/formats.ts",
    "templates/runtime/server/http.ts",
    "templates/runtime/validators/all-errors.ts",
    "templates/runtime/validators/linear-pattern.ts",
  ]);
  const built: (readonly [source: string, flags: string])[] = [];
  vi.stubGlobal(
    "RegExp",
    class extends RegExp {
      constructor(source: string, flags = "") {
        super(source, flags);
        built.push([source, flags]);
      }
    },
  );
  vi.resetModules();
  await import("../../../templates/runtime/server/http.js");
  vi.unstubAllGlobals();
  expect(built).toHaveLength(2);
  for (const [source, flags] of built) {
    // Behind the quotes of a charset the same quotes, or none: a back reference that has nothing to repeat.
    expect(growthsOf(source.replace('("?)', '"?').replace("\\1", '"?'), flags).filter((growth) => !isLinear(growth))).toEqual([]);
  }
});

/** A regular expression in the project's own code. */
interface ShippedPattern {
  /** Where it stands: a file and the expression as it is written. */
  readonly place: string;
  readonly source: string;
  readonly flags: string;
}

/** Every regular expression that a folder's TypeScript has as a literal. */
function patternsIn(folder: string): ShippedPattern[] {
  return sourcesIn(folder).flatMap(([file, text]) => {
    const found: ShippedPattern[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) {
        const end = node.text.lastIndexOf("/");
        found.push({ place: `${file}: ${node.text}`, source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
      }
      ts.forEachChild(node, visit);
    };
    visit(ts.createSourceFile(file, text, ts.ScriptTarget.ESNext));
    return found;
  });
}

/** The files of a folder that make regular expressions of text. */
function buildersIn(folder: string): string[] {
  return sourcesIn(folder).flatMap(([file, text]) => (text.includes("new RegExp(") ? [file] : []));
}

function sourcesIn(folder: string): [file: string, text: string][] {
  return readdirSync(repositoryPath(folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .sort()
    .map((name) => {
      const file = path.posix.join(folder, name.replaceAll(path.sep, "/"));
      return [file, readFileSync(repositoryPath(file), "utf8")];
    });
}
