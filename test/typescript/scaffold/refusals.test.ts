import { describe, expect, test } from "vitest";
import { planScaffold } from "../../../generator/typescript/scaffold/index.js";
import { codesOf, contractOf, mergePostgres } from "./scaffold-contract.js";

const open = "export const postgres: PostgresHandlers = {\n  add_ip: work,\n";
const actions = ["add_ip", "remove_ip"];

/** Files that are left as they are, and what is said. */
const refused: Readonly<Record<string, { text: string; says: string }>> = {
  "a missing comma": {
    text: `${open}  b: 1\n  c: 2,\n};\n`,
    says: `4:3 scaffold-syntax: "app/handlers/postgres.ts" does not parse and was left untouched: ',' expected`,
  },
  "an open brace": {
    text: open,
    says: `3:1 scaffold-syntax: "app/handlers/postgres.ts" does not parse and was left untouched: '}' expected`,
  },
  "merge markers": {
    text: `${open}<<<<<<< HEAD\n  b: 1,\n=======\n  b: 2,\n>>>>>>> theirs\n};\n`,
    says: `3:1 scaffold-syntax: "app/handlers/postgres.ts" does not parse and was left untouched: Merge conflict marker encountered`,
  },
  "a spread of something imported": {
    text: `import { more } from "./more.js";\n${open}  ...more,\n};\n`,
    says: `4:3 scaffold-opaque: "...more" can't be analyzed, so it is unknown whether it handles "remove_ip"; nothing was added`,
  },
  "a spread that depends": {
    text: `${open}  ...(isNew ? { remove_ip } : {}),\n};\n`,
    says: `3:3 scaffold-opaque: "...(isNew ? { remove_ip } : {})" can't be analyzed, so it is unknown whether it handles "remove_ip"; nothing was added`,
  },
  "a computed key": {
    text: `${open}  [name]: work,\n};\n`,
    says: `3:3 scaffold-opaque: "[name]" can't be analyzed, so it is unknown whether it handles "remove_ip"; nothing was added`,
  },
  "a base class of another file": {
    text: "export class P extends Base implements PostgresHandlers {\n  add_ip() {}\n}\n",
    says: `1:24 scaffold-opaque: "Base" can't be analyzed, so it is unknown whether it handles "remove_ip"; nothing was added`,
  },
  "an export of another file": {
    text: 'export { postgres } from "./postgres/index.js";\n',
    says: `1:10 scaffold-opaque: "postgres" can't be analyzed, so it is unknown whether it handles "add_ip", "remove_ip"; nothing was added`,
  },
  "the result of a function of another file": {
    text: "export const postgres = create(db);\n",
    says: `1:25 scaffold-opaque: "create(db)" can't be analyzed, so it is unknown whether it handles "add_ip", "remove_ip"; nothing was added`,
  },
  "a function with two results": {
    text: "export function postgres(db) {\n  if (db) return {};\n  return { add_ip };\n}\n",
    says: `1:17 scaffold-opaque: "postgres" can't be analyzed, so it is unknown whether it handles "add_ip", "remove_ip"; nothing was added`,
  },
  "all exports of another file": {
    text: 'export * from "./more.js";\nexport function add_ip() {}\n',
    says: `1:1 scaffold-opaque: "export * from \\"./more.js\\";" can't be analyzed, so it is unknown whether it handles "remove_ip"; nothing was added`,
  },
  "a name that is taken among exports": {
    text: "const remove_ip = 1;\nexport function add_ip() {}\n",
    says: `1:1 scaffold-not-exportable: this file exports each handler as a function, but no function can be named "remove_ip"; nothing was added`,
  },
  "another object under the name": {
    text: "export const postgres = { url: 1 };\n",
    says: `1:1 scaffold-not-found: found no handlers in "app/handlers/postgres.ts", so none were added for "add_ip", "remove_ip"; looked for an export postgres, a value of type PostgresHandlers, and exported functions with names from the contract`,
  },
  "an empty file": {
    text: "",
    says: `1:1 scaffold-not-found: found no handlers in "app/handlers/postgres.ts", so none were added for "add_ip", "remove_ip"; looked for an export postgres, a value of type PostgresHandlers, and exported functions with names from the contract`,
  },
};

describe("left untouched", () => {
  test.each(Object.entries(refused))("%s", (_, { text, says }) => {
    const merged = mergePostgres(text, actions);
    expect(merged.text).toBe(text);
    expect(
      merged.diagnostics.map(({ code, location, message }) => `${location!.line}:${location!.column} ${code}: ${message}`),
    ).toEqual([says]);
  });

  test.each(["default", "remove", "os-x"])(
    "exported functions, for an action that no function can be named after: %s",
    (name) => {
      const { text, diagnostics } = mergePostgres("export function add_ip() {}\n", ["add_ip", name]);
      expect(codesOf(diagnostics)).toEqual(name === "remove" ? [] : ["1:1 scaffold-not-exportable"]);
      expect(text.includes("export const remove")).toBe(name === "remove");
    },
  );

  test("bytes that are not UTF-8 text", () => {
    for (const bytes of [Uint8Array.of(0xff, 0xfe, 0x61, 0), Uint8Array.of(0x61, 0xe4, 0x0a), Uint8Array.of(0x61, 0)]) {
      const readFile = (path: string) => (path.endsWith("operations.ts") ? bytes : undefined);
      const { files, diagnostics } = planScaffold({ contract: contractOf({}), folder: "app", outFolder: "out", readFile });
      expect(files.map((file) => file.path)).toEqual(["app/index.ts"]);
      expect(codesOf(diagnostics)).toEqual(["1:1 scaffold-encoding"]);
    }
  });

  test("a file that can't be read", () => {
    const readFile = (path: string) => {
      if (path.endsWith("index.ts")) throw Object.assign(new Error("no"), { code: "EACCES" });
      return undefined;
    };
    const { files, diagnostics } = planScaffold({ contract: contractOf({}), folder: "app", outFolder: "out", readFile });
    expect(files.map((file) => file.path)).toEqual(["app/operations.ts"]);
    expect(diagnostics.map((one) => one.message)).toEqual(['cannot read or write "app/index.ts": permission denied (EACCES)']);
  });
});

test("code that can't be analyzed is ignored while nothing is missing", () => {
  expect(mergePostgres(`${open}  ...more,\n};\n`, ["add_ip"]).diagnostics).toEqual([]);
});

test("a long list is cut", () => {
  const names = ["a", "b", "c", "d", "e", "f", "g"];
  expect(mergePostgres("export const postgres = f();\n", names).diagnostics[0]!.message).toBe(
    `"f()" can't be analyzed, so it is unknown whether it handles "a", "b", "c", "d", "e" and 2 more; nothing was added`,
  );
});

test("an insertion that would change the meaning of code is rejected", () => {
  // A class field without a semicolon that would become a modifier of the next one.
  const text = "class P implements PostgresHandlers {\n  add_ip() {}\n  static\n}\n";
  const merged = mergePostgres(text, actions);
  expect(merged.text).toBe(text);
  expect(merged.diagnostics.map(({ code, message }) => `${code}: ${message}`)).toEqual([
    `scaffold-unverified: adding handlers to "app/handlers/postgres.ts" would have changed other code (line 3 would change), so the file was left untouched`,
    'scaffold-orphan: "static" handles no action of the type "postgres"',
  ]);
});
