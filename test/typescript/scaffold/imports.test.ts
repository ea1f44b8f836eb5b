import { expect, test } from "vitest";
import { mergePostgres } from "./scaffold-contract.js";

const server = "../../generated/server/index.js";
const rest = "export const postgres: PostgresHandlers = {\n  add_ip: work,\n};\n";
const own = `import { notImplemented } from "${server}";`;

/** The first lines of the file before and after, and the stub's call. */
const openings: Readonly<Record<string, [before: string, after: string, name?: string]>> = {
  "below the last import": [
    'import a from "a";\nimport { b } from "b"; // why b\nconst c = 1;\n',
    `import a from "a";\nimport { b } from "b"; // why b\n${own}\nconst c = 1;\n`,
  ],
  "below a type import of the same module": [
    `import type { PostgresHandlers } from "${server}";\n\n`,
    `import type { PostgresHandlers } from "${server}";\n${own}\n\n`,
  ],
  "into a list of the same module": [
    `import { type PostgresHandlers } from "${server}";\n`,
    `import { type PostgresHandlers, notImplemented } from "${server}";\n`,
  ],
  "into a list of many lines": [
    `import {\n  a, // why\n  b,\n} from "${server}";\n`,
    `import {\n  a, // why\n  b, notImplemented,\n} from "${server}";\n`,
  ],
  "beside an empty list": [`import {} from "${server}";\n`, `import {} from "${server}";\n${own}\n`],
  "beside a namespace": [`import * as server from "${server}";\n`, `import * as server from "${server}";\n${own}\n`],
  "between code on one line": ['import "a"; const c = 1;\n', `import "a";\n${own}\n const c = 1;\n`],
  "at the top of a file without any": ["", `${own}\n\n`],
  "below the comment on top": ["// Yours.\n\nconst a = 1;\n", `// Yours.\n\n${own}\n\nconst a = 1;\n`],
  "between what opens the file and what documents the code": [
    "#!/usr/bin/env node\n/* eslint-disable */\n// @ts-check\n/** All of it. */\n",
    `#!/usr/bin/env node\n/* eslint-disable */\n// @ts-check\n\n${own}\n\n/** All of it. */\n`,
  ],
  "below a #! line": ["#!/usr/bin/env node\n", `#!/usr/bin/env node\n\n${own}\n\n`],
  "below a directive": ['"use strict";\nconst a = 1;\n', `"use strict";\n\n${own}\n\nconst a = 1;\n`],
  "nowhere if it is there": [`import { notImplemented } from "#server";\n`, `import { notImplemented } from "#server";\n`],
  "nowhere if it has another name": [
    `import { notImplemented as todo } from "${server}";\n`,
    `import { notImplemented as todo } from "${server}";\n`,
    "todo",
  ],
  "under another name where its own is taken": [
    "function notImplemented() {}\nfunction notImplemented2() {}\n",
    `import { notImplemented as notImplemented3 } from "${server}";\n\nfunction notImplemented() {}\nfunction notImplemented2() {}\n`,
    "notImplemented3",
  ],
  "under another name beside a type": [
    `import type { notImplemented } from "${server}";\n`,
    `import type { notImplemented } from "${server}";\nimport { notImplemented as notImplemented2 } from "${server}";\n`,
    "notImplemented2",
  ],
};

test.each(Object.entries(openings))("an import is added %s", (_, [before, after, name = "notImplemented"]) => {
  const { text, diagnostics } = mergePostgres(before + rest, ["add_ip", "remove_ip"]);
  expect(diagnostics).toEqual([]);
  const stub = `\n  /** Does remove_ip. */\n  remove_ip: async (_call) => ${name}("postgres.remove_ip"),\n};\n`;
  expect(text).toBe(after + rest.replace("};\n", stub));
});

test("a byte order mark remains first", () => {
  expect(mergePostgres(`\ufeff${rest}`, ["add_ip", "remove_ip"]).text.startsWith(`\ufeff${own}\n\nexport`)).toBe(true);
});

test("the handlers' type has the name that the file gives it", () => {
  const text = `import type { PostgresHandlers as P } from "${server}";\nexport const postgres = { add_ip };\n`;
  expect(mergePostgres(text, ["add_ip", "b"]).text).toContain(
    'b: async (_call: Parameters<P["b"]>[0]) => notImplemented("postgres.b") };',
  );
});
