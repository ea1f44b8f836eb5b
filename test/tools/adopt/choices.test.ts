import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loadContract } from "../../../generator/document/load-contract.js";
import { lintContract } from "../../../generator/lint/lint.js";
import type { AdoptedEndpoint } from "../../../generator/tools/adopt/adopt.js";
import { readChoices } from "../../../generator/tools/adopt/choices.js";
import { keepAccepted } from "../../../generator/tools/adopt/keep-accepted.js";
import { folderWith } from "../../document/load-text.js";
import { runCli } from "../../support/command-line.js";
import { done, openapi } from "./adopted.js";

const post = `{ post: { responses: { ${done} } } }`;
const unsure = openapi(
  ["/swarm/join", "/swarm/leave", "/keys/turn", "/keys/copy"].map((name) => `${name}: ${post}`).join("\n") +
    `\n/orders/{id}: { get: { responses: { ${done} } } }\n/orders/{id}/cancel: ${post}\n/orders/{id}/refund: ${post}`,
);

/** Runs adopt in a folder; returns the actions that the document then has. */
async function actionsAfter(folder: string, ...flags: string[]): Promise<string[]> {
  await runCli(folder, ["adopt", "a.yaml", ...flags]);
  const { contract } = loadContract("a.yaml", { workingFolder: folder, overlays: ["a.overlay.yaml"], untypedObjects: "any" });
  return Object.values(contract!.document["paths"] as object).flatMap((item: Record<string, object>) =>
    Object.entries(item["post"] ?? {}).flatMap(([key, map]) => (key.endsWith("-actions") ? Object.keys(map as object) : [])),
  );
}

describe("what the user decides", () => {
  it.each<[string, string[], string[]]>([
    ["nothing", [], ["cancel", "refund"]],
    ["all unsure ones", ["--include", "unsure"], ["copy", "turn", "cancel", "refund", "join", "leave"]],
    ["an endpoint", ["--include", "POST /swarm/{action}"], ["cancel", "refund", "join", "leave"]],
    ["the path of one action", ["--include", "/swarm/join"], ["cancel", "refund", "join"]],
    ["a pattern", ["--include", "POST /sw*", "--include", "/keys/c*"], ["copy", "cancel", "refund", "join", "leave"]],
    ["all but some", ["--include", "unsure", "--exclude", "*/swarm/*"], ["copy", "turn", "cancel", "refund"]],
    ["not an action", ["--exclude", "POST /orders/{id}/refund"], ["cancel"]],
    ["not an endpoint", ["--include", "unsure", "--exclude", "/orders/{id}/{action}"], ["copy", "turn", "join", "leave"]],
  ])("%s", async (_, flags, expected) => {
    expect((await actionsAfter(folderWith({ "a.yaml": unsure }), ...flags)).sort()).toEqual([...expected].sort());
  });

  it("is noted in the overlay, and changes no other byte of it", async () => {
    const folder = folderWith({ "a.yaml": unsure });
    const file = path.join(folder, "a.overlay.yaml");
    await runCli(folder, ["adopt", "a.yaml", "--exclude", "POST /swarm/{action}"]);
    const first = readFileSync(file, "utf8");
    expect(first).toContain('x-adopt:\n  exclude:\n    - "POST /swarm/{action}"\n');
    expect((await actionsAfter(folder, "--include", "unsure")).sort()).toEqual(["cancel", "copy", "refund", "turn"]);
    const second = readFileSync(file, "utf8");
    expect(second).toContain('x-adopt:\n  {"exclude":["POST /swarm/{action}"],"include":["unsure"]}\nactions:\n');
    expect(second.replace(/x-adopt:\n.*\n/, "").startsWith(first.replace(/x-adopt:\n(?: .*\n)+/, ""))).toBe(true);
    expect((await runCli(folder, ["adopt", "a.yaml"])).stderr).toMatch(/^a\.yaml: nothing new/);
    expect(readFileSync(file, "utf8")).toBe(second);
    writeFileSync(file, second.replace(/x-adopt:\n.*\n/, ""));
    await runCli(folder, ["adopt", "a.yaml", "--include", "/none"]);
    expect(readFileSync(file, "utf8")).toContain('x-adopt: {"include":["/none"]}\nactions:\n');
  });

  it("patterns match as wildcards do", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", "/", "*"), maxLength: 6 });
    fc.assert(
      fc.property(text, text, (pattern, name) => {
        const { isExcluded } = readChoices({ include: [], exclude: [`POST ${pattern}`] });
        const expected = new RegExp(
          `^${pattern
            .split("*")
            .map((part) => part.replaceAll("/", "\\/"))
            .join("[^]*")}$`,
        ).test(name);
        expect(isExcluded({ method: "post", path: name })).toBe(expected);
      }),
    );
  });
});

describe("the summary", () => {
  it("counts what was written, what is unsure, and the POSTs that look like none", async () => {
    const folder = folderWith({ "a.yaml": `${unsure.replace("/keys/turn", "/orders")}` });
    expect((await runCli(folder, ["adopt", "a.yaml"])).stderr).toContain(
      "a.overlay.yaml: 2 actions of 1 endpoint written; 3 actions of 2 endpoints unsure; 1 other POST looks like none\n",
    );
  });
});

describe("the overlay never makes a document fail", () => {
  it.each<[string, string[], string[]]>([
    ["custom verbs", ["/v1/{topic}:publish", "/v1/{other}:setPolicy", "/v1/{subscription}:pull"], []],
    ["literal verbs", ["/jobs/{jobId}/pause", "/jobs/{job_id}/cancel", "/jobs/{job_id}"], ["/jobs/{jobId}"]],
    ["a resource with two parameters", ["/jobs/{id}/pause", "/jobs/{namespace}/{name}"], ["/jobs/{id}"]],
    ["other names of the same action", ["/jobs/{id}/_pause", "/jobs/{id}/pause", "/jobs/{id}/stop"], ["/jobs/{id}"]],
  ])("%s", async (_, posts, gets) => {
    const parameters = (name: string) =>
      `parameters: [${[...name.matchAll(/\{(\w+)\}/g)].map(([, one]) => `{ name: ${one}, in: path, required: true, schema: { type: string } }`).join(", ")}]`;
    const item = (name: string, methods: string) => `${name}: { ${parameters(name)}, ${methods} }`;
    const both = new Set([...posts, ...gets]);
    const method = (verb: string) => `${verb}: { responses: { ${done} } }`;
    const text = [...both].map((name) =>
      item(name, [...(gets.includes(name) ? [method("get")] : []), ...(posts.includes(name) ? [method("post")] : [])].join(", ")),
    );
    const folder = folderWith({ "a.yaml": openapi(text.join("\n")) });
    const { stdout } = await runCli(folder, ["adopt", "a.yaml"]);
    const overlays = existsSync(path.join(folder, "a.overlay.yaml")) ? ["a.overlay.yaml"] : [];
    const { checkable, diagnostics } = loadContract("a.yaml", { workingFolder: folder, overlays });
    const errors = [...diagnostics, ...lintContract(checkable!)].filter(
      ({ severity, code }) => severity === "error" && code === "operation-clash",
    );
    expect(errors).toEqual([]);
    expect(stdout).toMatch(/^certain|^likely/);
    expect(stdout).toMatch(/left: requests for it are also requests for /);
  });

  it("leaves the endpoints with which lint rejects it, and no others", () => {
    const entries = [{}];
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.nat(30)),
        fc.array(fc.tuple(fc.nat(30), fc.nat(30)), { maxLength: 6 }),
        (numbers, clashes) => {
          const endpoints = numbers.map((number) => ({ path: String(number), entries, open: [] }) as unknown as AdoptedEndpoint);
          const problemOf = (some: readonly Pick<AdoptedEndpoint, "path">[]) => {
            const paths = new Set(some.map((one) => Number(one.path)));
            const clash = clashes.find(([a, b]) => paths.has(a) && paths.has(b));
            return clash && `${clash[0]} and ${clash[1]}`;
          };
          const kept = keepAccepted(endpoints, problemOf);
          expect(kept.map((one) => one.path)).toEqual(endpoints.map((one) => one.path));
          const accepted = kept.filter((one) => one.entries.length > 0);
          expect(problemOf(accepted)).toBeUndefined();
          for (const left of kept.filter((one) => one.entries.length === 0)) {
            expect(problemOf([...accepted, left])).toBeDefined();
            expect(left.open.join()).toMatch(/^lint would reject it: \d+ and \d+$/);
          }
        },
      ),
    );
  });
});

describe("an endpoint that lost all actions", () => {
  const moved = (version: string, verbs: string[]) =>
    openapi(
      `/${version}/boxes/{id}: { get: { responses: { ${done} } } }\n${verbs.map((verb) => `/${version}/boxes/{id}/${verb}: ${post}`).join("\n")}`,
    );

  it("is reported and removed, and its type is free", async () => {
    const folder = folderWith({ "a.yaml": moved("v1", ["start", "stop"]) });
    await runCli(folder, ["adopt", "a.yaml"]);
    writeFileSync(path.join(folder, "a.yaml"), moved("v2", ["start", "stop"]));
    const { stdout } = await runCli(folder, ["adopt", "a.yaml"]);
    expect(stdout).toContain("literal verb, type box, 2 actions: start, stop");
    expect(stdout).toContain("gone     POST /v1/boxes/{id}/{action} has no action any more: the overlay removes it\n");
    expect((await runCli(folder, ["adopt", "a.yaml"])).stderr).toMatch(/^(?:.*\n)*a\.yaml: nothing new\n$/);
    const { contract } = loadContract("a.yaml", { workingFolder: folder, overlays: ["a.overlay.yaml"] });
    expect(Object.keys(contract!.document["paths"] as object)).toEqual(["/v2/boxes/{id}", "/v2/boxes/{id}/{action}"]);
    // The vendor changes its mind.
    writeFileSync(path.join(folder, "a.yaml"), moved("v1", ["start"]));
    expect(await actionsAfter(folder)).toEqual(["start"]);
  });
});

describe("a failure of several actions", () => {
  const failure = (description: string) =>
    `"404": { description: ${description}, content: { application/json: { schema: { type: object, required: [code, message], properties: { code: { type: string }, message: { type: string } } } } } }`;
  const verbs = ["cancel", "close", "start", "stop"];
  const document = (declaring: readonly string[], left: readonly string[], asReference: boolean) =>
    openapi(
      `/a/{id}: { get: { responses: { ${done} } } }\n${left
        .map((verb) => {
          const declared = asReference ? '"404": { $ref: "#/components/responses/Missing" }' : failure("None.");
          return `/a/{id}/${verb}: { post: { responses: { ${done}${declaring.includes(verb) ? `, ${declared}` : ""} } } }`;
        })
        .join("\n")}`,
    ) + `  responses:\n    Missing: ${failure("None.").replace('"404": ', "")}\n`;

  it("remains while one that is left declares it, without a warning", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.subarray(verbs, { minLength: 1 }),
        fc.subarray(verbs, { minLength: 1 }),
        fc.boolean(),
        async (declaring, left, asReference) => {
          const folder = folderWith({ "a.yaml": document(declaring, verbs, asReference) });
          await runCli(folder, ["adopt", "a.yaml"]);
          const options = { workingFolder: folder, overlays: ["a.overlay.yaml"], untypedObjects: "any" } as const;
          expect(loadContract("a.yaml", options).diagnostics).toEqual([]);
          writeFileSync(path.join(folder, "a.yaml"), document(declaring, left, asReference));
          const { contract } = loadContract("a.yaml", options);
          const { responses } = (contract!.document["paths"] as Record<string, { post: { responses: Record<string, unknown> } }>)[
            "/a/{id}/{action}"
          ]!.post;
          const isDeclared = left.some((verb) => declaring.includes(verb));
          expect(Object.hasOwn(responses, "404")).toBe(isDeclared);
          if (isDeclared) expect(JSON.stringify(contract!.document)).toContain("None.");
        },
      ),
      { numRuns: 25 },
    );
  });
});
