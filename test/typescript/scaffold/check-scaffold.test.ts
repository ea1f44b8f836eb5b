import { expect, test } from "vitest";
import { checkScaffold } from "../../../generator/typescript/scaffold/index.js";
import { contractOf, plan, reader } from "./scaffold-contract.js";

const old = plan(contractOf({ postgres: ["add_ip", "remove_ip"] }));
const written = Object.fromEntries(old.files.map((file) => [file.path.replace("app/handlers/", ""), file.after]));
const check = (contract: ReturnType<typeof contractOf>, existing: Record<string, string>) =>
  checkScaffold({ contract, folder: "app/handlers", outFolder: "generated", readFile: reader(existing) });

test("handlers that are up to date", () => {
  expect(check(contractOf({ postgres: ["add_ip", "remove_ip"] }), written)).toEqual({
    missingFiles: [],
    missing: [],
    orphans: [],
    diagnostics: [],
  });
});

test("missing files, missing handlers and orphans, each at its location", () => {
  const { missingFiles, missing, orphans, diagnostics } = check(
    contractOf({ postgres: ["add_ip", "c", "d"], search: ["e"] }),
    written,
  );
  expect(missingFiles).toEqual(["app/handlers/search.ts"]);
  expect(missing.map(({ of, names }) => [of, names])).toEqual([
    [{ kind: "action", type: "postgres" }, ["c", "d"]],
    [{ kind: "type" }, ["search"]],
  ]);
  expect(orphans.map((orphan) => orphan.name)).toEqual(["remove_ip"]);
  expect(
    diagnostics.map(
      ({ severity, location, message }) =>
        `${location ? `${location.path}:${location.line}:${location.column} ` : ""}${severity} ${message}`,
    ),
  ).toEqual([
    'error the handler file "app/handlers/search.ts" is missing',
    'app/handlers/index.ts:11:12 error no entry for "search"',
    'app/handlers/postgres.ts:7:95 error no handler for "c", "d"',
    'app/handlers/postgres.ts:12:3 warning "remove_ip" handles no action of the type "postgres"',
  ]);
});

test("code that can't be analyzed is not reported", () => {
  const result = check(contractOf({ postgres: ["add_ip"] }), {
    ...written,
    "postgres.ts": "export const postgres = create();\n",
  });
  expect(result.missing).toEqual([]);
  expect(result.diagnostics.map(({ code, severity }) => `${severity} ${code}`)).toEqual(["warning scaffold-opaque"]);
});
