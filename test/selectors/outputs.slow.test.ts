import { needsFiles } from "../support/live-output.js";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { runCli, temporaryFolder } from "../support/command-line.js";
import { typeCheckNatively } from "../support/type-check.js";
import { writeFiles } from "../support/write-files.js";
import { contractsFolder, loadSelectorCase } from "./selector-contract.js";
import { bodyType, formType, wireTemplate, wireText, type SelectorCase, type WireRequest } from "./selector-case.js";
import { selectorCases } from "./selectors.js";

const names = [...new Set(selectorCases.map(({ name }) => name))];
const casesOf = (name: string) => selectorCases.filter((style) => style.name === name);

test.each(names)("%s has no problems", async (name) => {
  const { compilation } = await loadSelectorCase({ name });
  const found = compilation.diagnostics.map(({ code }) => code);
  // Redocly takes a path with a suffix for the one without, and the requests of rpc.yaml have no id.
  const expected = name === "rpc" ? ["json-rpc"] : [];
  expect(found.filter((code) => code !== "redocly/no-ambiguous-paths")).toEqual(expected);
});

test("handlers and calls of all of them compile under the strictest options, mistakes don't", async () => {
  needsFiles();
  const folder = mkdtempSync(path.join(tmpdir(), "selectors-"));
  for (const name of names) {
    const { compilation } = await loadSelectorCase({ name });
    const output = path.join(folder, name);
    mkdirSync(output);
    writeFiles(output, compilation.files!);
    writeFileSync(path.join(output, "program.ts"), programOf(casesOf(name)));
  }
  const errors = await typeCheckNatively(folder);
  expect(errors.split("\n").filter((line) => line !== "")).toEqual([]);
});

/** The results of a list have the types of single calls, in the same order. */
const listCall = `  const [inserted, cleared] = await runAll(client.document({ document_id: "d" }), [
    { action: "insertText", body: { text: "a" } },
    { action: "clear" },
  ]);
  [inserted.result.length, cleared.result.length] satisfies number[];`;

function programOf(styles: readonly SelectorCase[]): string {
  const json = JSON.stringify;
  const calls = styles.flatMap((style) => style.calls);
  const types = [...new Set(calls.map(({ type }) => type))];
  const hasService = styles.some(({ service }) => service);
  const groups = types.map((type) => {
    const own = calls.filter((call) => call.type === type);
    const handlers = own.map(({ action, returns, envelope }) => {
      const service = hasService ? "void call.service" : "call.service satisfies undefined";
      return `  ${json(action)}: (call) => (void call.body, ${envelope ? "void (call.envelope satisfies object), " : ""}${service}, ${returns ? `(${json(returns)})` : "undefined"}),`;
    });
    return `export const ${type}: Pick<All[${json(type)}], ${own.map(({ action }) => json(action)).join(" | ")}> = {\n${handlers.join("\n")}\n};`;
  });
  const lines = calls.map(({ type, action, target, body, options }) => {
    const input = [...(body || options ? [body ? json(body) : "undefined"] : []), ...(options ? [json(options)] : [])];
    return `  await client[${json(type)}](${target ? json(target) : ""})[${json(action)}](${input.join(", ")});`;
  });
  const mistakes = styles.flatMap((style) => style.mistakes);
  const runsLists = mistakes.some((mistake) => mistake.includes("runAll("));
  return `import type { Handlers } from "./server/index.js";
import { createClient${runsLists ? ", runAll" : ""} } from "./client/index.js";

type All = Handlers<object, ${hasService ? "object" : "never"}>["actions"];

${groups.join("\n\n")}

const client = createClient({ baseUrl: "" });

export async function callAll(): Promise<void> {
${lines.join("\n")}
${runsLists ? listCall : ""}
}

export async function makeMistakes(): Promise<void> {
${mistakes.map((mistake) => `  // @ts-expect-error: see the case.\n  await ${mistake};`).join("\n")}
}
`;
}

/** A folder with the contract where commands look for one. */
function projectOf(name: string): string {
  const folder = temporaryFolder();
  mkdirSync(path.join(folder, "spec"));
  copyFileSync(`${contractsFolder}/${name}.yaml`, path.join(folder, "spec/openapi.yaml"));
  return folder;
}

interface Fixture {
  readonly name: string;
  readonly request?: { readonly headers?: object; readonly body?: unknown };
  readonly expect?: object;
}

describe.each(names)("%s", (name) => {
  test("fixtures contain what is sent, and are valid", async () => {
    const folder = projectOf(name);
    const made = await runCli(folder, ["fixtures", "init"]);
    expect(made).toMatchObject({ code: 0 });
    expect(made.stderr).not.toMatch(/warning|error/);
    const checked = await runCli(folder, ["validate", "fixtures", "--contract", "spec/openapi.yaml"]);
    expect(checked.stderr).toMatch(/: no problems;/);
    expect(checked.code).toBe(0);

    const { validator } = await loadSelectorCase({ name });
    for (const style of casesOf(name)) {
      const { method, calls } = style;
      for (const { type, action, body, sent } of calls) {
        const file = path.join(folder, "fixtures", type, `${action}.yaml`);
        const { exchanges } = parse(readFileSync(file, "utf8")) as { exchanges: Fixture[] };
        const valid = exchanges.filter(({ request, expect: invalid }) => request && !invalid);
        expect(valid.length, file).toBeGreaterThan(0);
        for (const { request } of valid) {
          expect(request!.body === undefined, file).toBe(sent.body === undefined);
          if (request!.body === undefined || (style.wireTemplate && !body)) continue;
          const keys = ["paths", wireTemplate(style), method, "requestBody", "content", bodyType(style, sent), "schema"];
          expect(validator.checkValue(keys, request!.body), file).toEqual([]);
          // Whatever values were made up, the body names the same action in the same place.
          expect(Object.keys(request!.body as object).filter((key) => !(key in (sent.body as object)))).toEqual([]);
        }
      }
    }
  });

  test("the expanded document has an operation for each action, and no problems", async () => {
    const folder = projectOf(name);
    expect(await runCli(folder, ["expand", "--layout", "all", "--out", "plain"])).toMatchObject({ code: 0 });
    const file = path.join(folder, "plain/openapi.all.json");
    const document = JSON.parse(readFileSync(file, "utf8")) as { paths: Record<string, Record<string, unknown>> };
    for (const { expanded, method } of casesOf(name)) {
      for (const one of expanded) expect(document.paths[one], one).toHaveProperty(method);
    }
    const linted = await runCli(folder, ["lint", "plain/openapi.all.json"]);
    expect(linted.stderr.split("\n").filter((line) => / error /.test(line))).toEqual([]);
    expect(linted.code).toBe(0);
  });

  test("the docs show a request as sent", async () => {
    const folder = projectOf(name);
    expect(await runCli(folder, ["docs", "spec/openapi.yaml", "--out", "site"])).toMatchObject({ code: 0 });
    const pages = readdirSync(path.join(folder, "site"), { recursive: true, encoding: "utf8" });
    const texts = pages
      .filter((page) => page.endsWith(".md"))
      .map((page) => readFileSync(path.join(folder, "site", page), "utf8"));
    for (const { documented } of casesOf(name)) {
      for (const words of documented)
        expect(
          texts.some((text) => text.includes(words)),
          words,
        ).toBe(true);
    }
  });
});

const nowKeys = ["start: { type: object }", "suspend: { type: [", "resize: { type: object }"].map((text): [string, string] => [
  text,
  text.replace(":", "Now:"),
]);

test.each<[name: string, edits: readonly (readonly [string, string])[], expected: string]>([
  [
    "key-values",
    [["Tables_20120810.{action}", "Tables_20260101.{action}"]],
    'the name of the action of "invoke" is now in the header "x-amz-target", as "Tables_20260101.{action}"',
  ],
  [
    "droplets",
    [
      ["in: body-field, name: type", "in: body-field, name: kind"],
      [
        "{ type: { type: string, enum: [reboot, rename, resize] } }\n      responses",
        "{ kind: { type: string } }\n      responses",
      ],
    ],
    'is now in "/kind" of the body, not in "/type" of the body',
  ],
  [
    "forms",
    [
      ["in: body-field, name: Action", "in: body-field, name: Do"],
      ["properties: { Action: {", "properties: { Do: {"],
      ["required: [Action]", "required: [Do]"],
    ],
    'is now in "/Do" of the body, not in "/Action" of the body',
  ],
  ["compute", [["in: body-key", 'in: body-key, value: "do-{action}"']], 'as "do-{action}", not in the only key of the body'],
  [
    "rpc",
    [
      ["body: /params", "body: /input"],
      ["params: { type", "input: { type"],
    ],
    'the action\'s own body of "call" is now in "/input" of the body, not in "/params" of the body',
  ],
  [
    "home",
    [["name: service }\n        type", 'name: service, value: "{action}.v2" }\n        type']],
    'is now in the path, as "{action}.v2"',
  ],
  [
    "queues",
    [
      ["in: query, name: Action }", "in: query, name: Op }"],
      ["{ name: Action", "{ name: Op"],
    ],
    'is now in the query parameter "Op"',
  ],
  [
    "media-types",
    [
      ['value: "application/vnd.acme.{action}+json"', 'value: "application/vnd.jobs.{action}+json"'],
      ["application/vnd.acme.moveTo+json:", "application/vnd.jobs.moveTo+json:"],
      ["application/vnd.acme.start+json:", "application/vnd.jobs.start+json:"],
    ],
    'is now in the media type of the body, as "application/vnd.jobs.{action}+json", not in the media type of the body, as "application/vnd.acme.{action}+json"',
  ],
  [
    "members",
    [["{ in: body-member }", '{ in: body-member, value: "{action}Now" }'], ...nowKeys],
    'is now in a key of the body, as "{action}Now", not in a key of the body',
  ],
  [
    "lists",
    [
      ["list: /requests", "list: /actions"],
      ["required: [requests]", "required: [actions]"],
      ["requests: { type: array", "actions: { type: array"],
    ],
    'the name of the action of "updateDocument" is now in the only key of the body of each item of "/actions", not in the only key of the body of each item of "/requests"',
  ],
  [
    "parts",
    [
      ["{ in: body-field, name: verb }]", "{ in: body-field, name: does }]"],
      ["required: [resource, verb]", "required: [resource, does]"],
      ["verb: { type: string, enum: [start, resize] }", "does: { type: string, enum: [start, resize] }"],
    ],
    'is now in "/resource" of the body, "." and "/does" of the body, not in "/resource" of the body, "." and "/verb" of the body',
  ],
])("diff reports that requests of %s have their facts in other locations", async (name, edits, expected) => {
  const folder = projectOf(name);
  const before = readFileSync(path.join(folder, "spec/openapi.yaml"), "utf8");
  const after = edits.reduce((text, [from, to]) => {
    expect(text).toContain(from);
    return text.replace(from, to);
  }, before);
  writeFileSync(path.join(folder, "after.yaml"), after);
  const { code, stdout, stderr } = await runCli(folder, ["diff", "spec/openapi.yaml", "after.yaml"]);
  expect(stdout + stderr).toContain(expected);
  expect(code).toBe(4);
});

test.each(names)("recordings of %s are read: the call and its problems", async (name) => {
  const folder = projectOf(name);
  const entries = casesOf(name).flatMap((style) => {
    const { calls, invalid, method, mediaType = "application/json" } = style;
    const answerType = mediaType === formType ? "application/json" : mediaType;
    const record = ({ url, headers, body }: WireRequest, status: number, answer: unknown) => ({
      request: {
        method: method.toUpperCase(),
        url: `https://api.example.net${url}`,
        headers: Object.entries(headers ?? {}).map(([key, value]) => ({ name: key, value })),
        ...(body !== undefined && {
          postData: { mimeType: bodyType(style, { url, ...(headers && { headers }) }), text: wireText(mediaType, body) },
        }),
      },
      response: {
        status,
        headers: answer === undefined ? [] : [{ name: "content-type", value: answerType }],
        content: { mimeType: answerType, text: answer === undefined ? "" : JSON.stringify(answer) },
      },
    });
    return [
      ...calls.map(({ sent, status, received }) => record(sent, status, received)),
      ...invalid.map((sent) => record(sent, 400, undefined)),
    ];
  });
  writeFileSync(path.join(folder, "session.har"), JSON.stringify({ log: { version: "1.2", entries } }, null, 1));
  const { stderr } = await runCli(folder, ["validate", "session.har", "--contract", "spec/openapi.yaml", "--verbose"]);
  const found = [...stderr.matchAll(/request-\w+: "(\/request[^"]*)"/g)].map(([, pointer]) => pointer);
  const expected = casesOf(name).flatMap(({ invalid }) => invalid.map(({ pointer }) => `/request/body${pointer}`));
  expect(found.sort()).toEqual(expected.sort());
});
