import fc from "fast-check";
import { expect, test } from "vitest";
import { LineCounter, parseDocument, stringify, type Node } from "yaml";
import { actions } from "../../../generated/validators/index.js";
import { isObject, type JsonObject, type JsonValue } from "../../../generator/document/json-value.js";
import type { Diagnostic } from "../../../generator/diagnostics/diagnostic.js";
import { createCoverage } from "../../../generator/tools/exchanges/coverage.js";
import { checkFixtures } from "../../../generator/tools/exchanges/fixtures/check-fixtures.js";
import { readContract } from "../../../generator/tools/exchanges/exchange-contract.js";
import { repositoryPath } from "../../support/repository.js";
import { examples, type ActionExample } from "../../server/examples.js";

type Guards = Record<string, Record<string, Record<"body" | "result", (value: unknown) => boolean>>>;
type Path = readonly (string | number)[];

/** One change of an example, and where somebody would look for the mistake. */
interface Mutant {
  readonly example: ActionExample;
  readonly part: "body" | "result";
  readonly value: JsonValue;
  /** What was replaced or added, or what something was taken from. */
  readonly path: Path;
  readonly change: "replaced" | "added" | "removed";
}

const contract = readContract("spec/openapi.yaml", { workingFolder: repositoryPath(".") });

function pathsOf(value: JsonValue, path: Path = []): Path[] {
  if (Array.isArray(value)) return [path, ...value.flatMap((item, index) => pathsOf(item, [...path, index]))];
  if (!isObject(value)) return [path];
  return [path, ...Object.entries(value).flatMap(([key, item]) => pathsOf(item, [...path, key]))];
}

function edit(
  value: JsonValue,
  [key, ...rest]: Path,
  change: (value: JsonValue) => JsonValue | undefined,
): JsonValue | undefined {
  if (key === undefined) return change(value);
  const inner = edit((value as JsonObject)[key]!, rest, change);
  if (Array.isArray(value))
    return value.flatMap((item, index) => (index === key ? (inner === undefined ? [] : [inner]) : [item]));
  const { [key]: _, ...others } = value as JsonObject;
  return inner === undefined ? others : { ...(value as JsonObject), [key]: inner };
}

const anyValue = fc.oneof(
  fc.constantFrom<JsonValue>(null, true, "", "x", "no", -1, 0, 1.5, 1e9, [], {}, [null], { x: 1 }, "x".repeat(5000)),
  fc.string({ maxLength: 20 }),
  fc.integer(),
);

const mutant: fc.Arbitrary<Mutant> = fc
  .record({ example: fc.constantFrom(...examples), part: fc.constantFrom("body" as const, "result" as const) })
  .chain(({ example, part }) => {
    const original = example[part] as JsonObject;
    return fc
      .record({ path: fc.constantFrom(...pathsOf(original)), kind: fc.constantFrom("replace", "add", "remove"), to: anyValue })
      .map(({ path, kind, to }): Mutant => {
        const at = { example, part } as const;
        const target = path.reduce<JsonValue>((value, key) => (value as JsonObject)[key]!, original);
        if (kind === "add" && isObject(target)) {
          return {
            ...at,
            value: edit(original, path, (object) => ({ ...(object as JsonObject), surprise: to }))!,
            path: [...path, "surprise"],
            change: "added",
          };
        }
        if (kind === "remove" && typeof path.at(-1) === "string") {
          return { ...at, value: edit(original, path, () => undefined)!, path: path.slice(0, -1), change: "removed" };
        }
        return { ...at, value: edit(original, path, () => to)!, path, change: "replaced" };
      });
  });

/** The fixture as text, and the lines of the part that is wrong, found by another reader than the validator's. */
function write({ example, part, value, path }: Mutant): { text: string; first: number; last: number } {
  const { action, body, status, result } = example;
  const exchange = {
    request: { body: part === "body" ? value : body },
    response: { status: example.isAsync ? 202 : 200, body: { action, status, result: part === "result" ? value : result } },
  };
  const text = stringify(exchange, { lineWidth: 0, aliasDuplicateObjects: false });
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const whole = [...(part === "body" ? ["request", "body"] : ["response", "body", "result"]), ...path];
  const node = document.getIn(whole, true) as Node;
  const holder = document.getIn(whole.slice(0, -1), true) as { items?: readonly { key?: { value: unknown } & Node }[] };
  const key = holder.items?.find((pair) => pair.key?.value === whole.at(-1))?.key;
  // What is missing in an object is shown at its key; an item of a list has none.
  const start = key?.range ?? node.range!;
  return { text, first: lines.linePos(start![0]).line, last: lines.linePos(Math.max(start![0], node.range![1] - 1)).line };
}

test("a change that breaks a rule is found in its lines, and one that breaks none is not", () => {
  let broken = 0;
  fc.assert(
    fc.property(mutant, (change) => {
      const { example, part, value } = change;
      const { text, first, last } = write(change);
      const path = `${example.type}/${example.action}.yaml`;
      const problems: Diagnostic[] = [];
      checkFixtures(contract, { path, absolutePath: path, text }, createCoverage(contract), problems);
      const found = problems.map(({ location, message }) => `${location!.line} ${message}`);
      // What the generated validator says decides.
      if ((actions as unknown as Guards)[example.type]![example.action]![part](value)) {
        expect(found, text).toEqual([]);
        return;
      }
      broken++;
      const inItsLines = problems.filter(({ location }) => location!.line >= first && location!.line <= last);
      expect(inItsLines, `not in ${first} to ${last}: ${found.join("\n")}\n${text}`).not.toEqual([]);
    }),
    { numRuns: 2000 },
  );
  expect(broken).toBeGreaterThan(1000);
});
