import { needsFiles } from "../support/live-output.js";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { typeCheckNatively } from "../support/type-check.js";
import { writeFiles } from "../support/write-files.js";
import { model } from "../../generator/compile.js";
import { readTemplate } from "../../generator/package.js";
import { buildDocs } from "../../generator/tools/site/build-docs.js";
import { boundContract, contractsFolder, type BoundContract } from "./bound-contract.js";
import type { Style } from "./style.js";
import { styles } from "./styles/index.js";

test.each(styles)("$name has no problems", async (style) => {
  const { compilation } = await boundContract(style);
  expect(compilation.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  // The statuses are a range or `default` on purpose.
  const codes = new Set(compilation.diagnostics.map(({ code }) => code));
  expect([...codes].filter((code) => code !== "redocly/operation-4xx-response")).toEqual([]);
});

test("handlers and calls of all of them compile under the strictest options, mistakes don't", async () => {
  needsFiles();
  const folder = mkdtempSync(path.join(tmpdir(), "bindings-"));
  for (const style of styles) {
    const bound = await boundContract(style);
    const output = path.join(folder, style.name);
    mkdirSync(output);
    writeFiles(output, bound.compilation.files!);
    writeFileSync(path.join(output, "program.ts"), programOf(style, bound));
    const samples = await clientSamples(style);
    expect(samples.length, style.name).toBeGreaterThan(2);
    samples.forEach((code, index) => writeFileSync(path.join(output, `sample-${index}.ts`), code));
  }
  const errors = await typeCheckNatively(folder);
  expect(
    errors
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => line.slice(line.indexOf(folder) + 1)),
  ).toEqual([]);
});

/** The client examples of the pages of a contract's site, each a module beside `client/`. */
async function clientSamples({ name, prefix }: Style): Promise<string[]> {
  const options = { workingFolder: contractsFolder, ...(prefix === undefined ? {} : { extensionPrefix: prefix }) };
  const { loaded, contract } = await model(`${name}.yaml`, options);
  const pages = buildDocs(contract!, loaded!, {}, { template: readTemplate });
  return pages.flatMap(({ path: file, text }) => {
    const code = file.endsWith(".md") ? /^Client:\n\n```\w+\n([^]*?)\n```/m.exec(text)?.[1] : undefined;
    if (code === undefined) return [];
    const results = /^const (response|\{[^{}]*\}) =/m.exec(code)?.[1];
    // Compilers of users may object to what nobody uses.
    const used = results === undefined ? "" : `\nexport { ${results.replace(/[{} ]+/g, " ").trim()} };\n`;
    return [code.replace("./generated/", "./") + used];
  });
}

/** A program with a handler and a call for each success, and the mistakes. */
function programOf(style: Style, { document }: BoundContract): string {
  const json = JSON.stringify;
  const groups = new Map<string, Map<string, Style["successes"][number][]>>();
  for (const success of style.successes) {
    const group = groups.get(success.type) ?? new Map<string, Style["successes"][number][]>();
    groups.set(success.type, group.set(success.action, [...(group.get(success.action) ?? []), success]));
  }
  const [failing] = style.successes as [Style["successes"][number]];
  const list = [...groups].map(([type, actions]) => {
    const handlers = [...actions].map(([name, successes]) => {
      const [first, ...others] = successes.map(({ returns }) => (returns === undefined ? "undefined" : `(${json(returns)})`));
      const chosen = others.reduce((before, one, index) => `call.requestId === "${index}" ? ${one} : ${before}`, first!);
      return `      ${name}: (call) => (void call, ${chosen}),`;
    });
    return `    ${json(type)}: {\n${handlers.join("\n")}\n    },`;
  });
  const options = style.needs ? `, { parameters: ${json(style.needs.parameters)} }` : "";
  const calls = [...groups].flatMap(([type, actions]) =>
    [...actions].map(([name, successes]) => {
      const { body } = successes[0]!;
      const call = `client[${json(type)}](${json(style.path)}).${name}(${body === undefined && !style.needs ? "" : json(body ?? {})}${options})`;
      if (successes.every(({ received }) => received === undefined)) return `  await (${call} satisfies Promise<void>);`;
      const assigned = successes.map(({ received }) => `received = ${json(received)};`);
      return `  {\n    let received = await ${call};\n    ${assigned.join("\n    ")}\n    void received;\n  }`;
    }),
  );
  const operations = Object.values(document["paths"] as Record<string, Record<string, { operationId?: string }>>).flatMap(
    (item) =>
      Object.values(item).flatMap(({ operationId }, index) => {
        const isEndpoint = Object.keys(Object.values(item)[index]!).some((key) => key.endsWith("-actions"));
        return operationId === undefined || isEndpoint ? [] : [`    ${operationId}: () => notImplemented(${json(operationId)}),`];
      }),
  );
  return `import { type Application, createServer, notImplemented } from "./server/index.js";
import { createClient } from "./client/index.js";

type OwnApplication = Application<{ scopes: string[] }>;

const handlers: OwnApplication["handlers"]["actions"] = {
${list.join("\n")}
};

export const server = createServer<{ scopes: string[] }, ReturnType<OwnApplication["findResource"]> extends infer Found ? NonNullable<Awaited<Found>> : never>({
  authenticate: () => ({ scopes: ${json(style.scopes)} }),
  canAccess: () => true,
  log: () => undefined,
  findResource: () => (${json(style.services[failing.type])}),
  handlers: {
    operations: {
${operations.join("\n")}
    },
    actions: handlers,
  },
});

const client = createClient({ baseUrl: "" });

export async function callAll(): Promise<void> {
${calls.join("\n")}
}

export async function makeMistakes(): Promise<void> {
  const handle = client[${json(failing.type)}](${json(style.path)});
${style.mistakes.map((mistake) => `  // @ts-expect-error: see the style.\n  ${mistake}`).join("\n")}
}
`;
}
