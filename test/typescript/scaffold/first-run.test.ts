import { describe, expect, it } from "vitest";
import { planScaffold } from "../../../generator/typescript/scaffold/index.js";
import { codesOf, contractOf, plan, reader, textOf } from "./scaffold-contract.js";

const contract = contractOf({ postgres: ["add_ip", "os-force_delete"], "share-groups": ["delete"] }, [
  "getService",
  "list services",
]);

describe("the first run", () => {
  const first = plan(contract);

  it("writes a file per service type, one for the operations, an index, and one for types", () => {
    expect(first.files.map((file) => file.path)).toEqual([
      "app/handlers/types.ts",
      "app/handlers/postgres.ts",
      "app/handlers/share-groups.ts",
      "app/handlers/operations.ts",
      "app/handlers/index.ts",
    ]);
    expect(first.files.every((file) => file.before === undefined)).toBe(true);
    expect(first.diagnostics).toEqual([]);
  });

  it("writes stubs of one line, or with the comments of their actions on request", () => {
    const short = planScaffold({ contract, folder: "app/handlers", outFolder: "generated", readFile: reader({}) });
    expect(textOf(short, "postgres.ts")).toContain(`= {
  add_ip: async (_call) => notImplemented("postgres.add_ip"),
  "os-force_delete": async (_call) => notImplemented("postgres.os-force_delete"),
};
`);
    expect(textOf(short, "operations.ts")).toContain(`= {
  getService: async (_call) => notImplemented("operations.getService"),
  "list services": async (_call) => notImplemented("operations.list services"),
};
`);
  });

  it("writes stubs that return 501, with their comments", () => {
    expect(textOf(first, "postgres.ts")).toBe(`\
// Handlers for the actions of services of type postgres. Yours to edit: openapi-actions only ever adds what is missing.

import { notImplemented, type PostgresHandlers } from "../../generated/server/index.js";
import type { Principal, Service } from "./types.js";

/** Handles the actions of services of type postgres. */
export const postgres: PostgresHandlers<Principal, Service & { readonly type: "postgres" }> = {
  /** Does add_ip. */
  add_ip: async (_call) => notImplemented("postgres.add_ip"),

  /** Does os-force_delete. */
  "os-force_delete": async (_call) => notImplemented("postgres.os-force_delete"),
};
`);
  });

  it("writes the operations that are not actions", () => {
    expect(textOf(first, "operations.ts")).toBe(`\
// Handlers for the operations that are not actions. Yours to edit: openapi-actions only ever adds what is missing.

import { notImplemented, type OperationHandlers } from "../../generated/server/index.js";
import type { Principal, Service } from "./types.js";

/** Handles the operations that are not actions. */
export const operations: OperationHandlers<Principal, Service> = {
  /** \`GET /getService\` */
  getService: async (_call) => notImplemented("operations.getService"),

  /** \`GET /list services\` */
  "list services": async (_call) => notImplemented("operations.list services"),
};
`);
  });

  it("writes the types of callers and services once", () => {
    expect(textOf(first, "types.ts")).toBe(`\
// The types of callers and services in handlers. Yours to edit: openapi-actions writes this file once.

import type { Handlers, ServiceFacts } from "../../generated/server/index.js";

/** The caller, as returned by \`authenticate\`. */
export interface Principal {
  readonly scopes: readonly string[];
}

/** The service, as returned by \`findResource\`. Add the properties that your handlers need. */
export interface Service extends ServiceFacts<keyof Handlers["actions"]> {}
`);
    expect(textOf(plan(contractOf({})), "types.ts")).not.toContain("Service");
  });

  it("joins them in the index", () => {
    expect(textOf(first, "index.ts")).toBe(`\
// All handlers, for the server. Yours to edit: openapi-actions only ever adds what is missing.

import type { Handlers } from "../../generated/server/index.js";
import type { Principal, Service } from "./types.js";
import { operations } from "./operations.js";
import { postgres } from "./postgres.js";
import { share_groups } from "./share-groups.js";

/** Handles everything that the contract defines. */
export const handlers: Handlers<Principal, Service> = {
  operations,
  actions: {
    postgres,
    "share-groups": share_groups,
  },
};
`);
  });

  it("changes nothing when it is run again", () => {
    const written = Object.fromEntries(first.files.map((file) => [file.path.replace("app/handlers/", ""), file.after]));
    expect(plan(contract, written)).toEqual({ files: [], lacks: [], orphans: [], diagnostics: [] });
  });

  it("writes no unused import if there is nothing to handle", () => {
    const empty = plan(contractOf({}, []));
    expect(textOf(empty, "operations.ts")).toContain("import type { OperationHandlers } from");
    expect(textOf(empty, "operations.ts")).toContain("export const operations: OperationHandlers<Principal> = {};\n");
    expect(textOf(empty, "index.ts")).toContain("export const handlers: Handlers<Principal> = {\n  operations,\n};\n");
  });

  it("keeps service types apart from the names of the index", () => {
    const clashing = plan(contractOf({ handlers: ["a"], operations: ["b"] }));
    expect(textOf(clashing, "operations_.ts")).toContain(
      'export const operations_: OperationsHandlers<Principal, Service & { readonly type: "operations" }> = {',
    );
    expect(textOf(clashing, "index.ts")).toContain(
      "  actions: {\n    handlers: handlers_,\n    operations: operations_,\n  },\n",
    );
  });
});

describe("types of the user's own", () => {
  const server = "../../generated/server/index.js";
  const next = (existing: Record<string, string>, types: Record<string, string[]> = { postgres: ["a"] }) =>
    plan(contractOf(types), existing);
  const handlers = {
    "operations.ts": `import type { OperationHandlers } from "${server}";\nexport const operations: OperationHandlers = {};\n`,
  };

  it("are not written into a folder that has handlers", () => {
    const planned = next(handlers);
    expect(planned.files.map((file) => file.path)).not.toContain("app/handlers/types.ts");
    expect(textOf(planned, "postgres.ts")).toContain("export const postgres: PostgresHandlers = {");
  });

  it("are used by later files", () => {
    const written = Object.fromEntries(next({}).files.map((file) => [file.path.replace("app/handlers/", ""), file.after]));
    const types = "export type Principal = { scopes: string[] };\nexport class Service { readonly type = 'x' }\n";
    const planned = next({ ...written, "types.ts": types }, { postgres: ["a"], search: ["b"] });
    expect(planned.files.map((file) => file.path)).toEqual(["app/handlers/search.ts", "app/handlers/index.ts"]);
    expect(textOf(planned, "search.ts")).toContain('import type { Principal, Service } from "./types.js";\n');
  });

  it("are not used if a file of that name has others", () => {
    for (const existing of [{}, handlers]) {
      const planned = next({ ...existing, "types.ts": "export type Principal = 1;\ntype Service = 2;\n" });
      expect(planned.files.map((file) => file.path)).not.toContain("app/handlers/types.ts");
      expect(textOf(planned, "postgres.ts")).toContain("export const postgres: PostgresHandlers = {");
    }
  });

  it("make room for service types of their names", () => {
    expect(next({}, { types: ["a"] }).files[0]!.path).toBe("app/handlers/types_.ts");
    expect(textOf(next({}, { types: ["a"] }), "types.ts")).toContain('from "./types_.js"');
    expect(next({}, { Principal: ["a"] }).files.map((file) => file.path)).not.toContain("app/handlers/types.ts");
  });
});

describe("a new service type", () => {
  it("gets a file and an entry in the index", () => {
    const old = plan(contractOf({ postgres: ["add_ip"] }));
    const written = Object.fromEntries(old.files.map((file) => [file.path.replace("app/handlers/", ""), file.after]));
    const next = plan(contractOf({ postgres: ["add_ip"], search: ["reindex"] }), {
      ...written,
      "index.ts": written["index.ts"]!.replace("postgres,", "postgres: createPostgres(db), // ours"),
    });
    expect(next.files.map((file) => file.path)).toEqual(["app/handlers/search.ts", "app/handlers/index.ts"]);
    expect(textOf(next, "index.ts")).toContain(
      'import { postgres } from "./postgres.js";\nimport { search } from "./search.js";\n',
    );
    expect(textOf(next, "index.ts")).toContain("  actions: {\n    postgres: createPostgres(db), // ours\n    search,\n  },\n");
  });

  it("gets another name if the index uses its own", () => {
    const index =
      'import type { Handlers } from "../../generated/server/index.js";\nconst search = 1;\nexport const handlers: Handlers = { operations, actions: {} };\n';
    const next = plan(contractOf({ search: ["reindex"] }), { "index.ts": index });
    expect(textOf(next, "index.ts")).toContain("actions: {\n  search: search2,\n} };");
    expect(textOf(next, "index.ts")).toContain('import { search as search2 } from "./search.js";\n');
  });

  it("adds the group if the index has none", () => {
    const index = "export const handlers: Handlers = {\n  operations,\n};\n";
    expect(textOf(plan(contractOf({ search: ["reindex"] }), { "index.ts": index }), "index.ts")).toContain(
      "  operations,\n  actions: {\n    search,\n  },\n};\n",
    );
  });
});

describe("the module of the server", () => {
  const moduleIn = (folder: string, outFolder: string, serverModule?: string) => {
    const request = { contract, folder, outFolder, readFile: reader({}), ...(serverModule && { serverModule }) };
    const { files, diagnostics } = planScaffold(request);
    return files[0] ? /from "(.*)"/.exec(files[0].after)![1] : codesOf(diagnostics);
  };

  it("is the output folder, relative to the handlers", () => {
    expect(moduleIn("src/handlers", "generated")).toBe("../../generated/server/index.js");
    expect(moduleIn("src", "src/generated")).toBe("./generated/server/index.js");
  });

  it("is a module of the caller's choice", () => {
    expect(moduleIn("src/handlers", "generated", "#server")).toBe("#server");
  });

  it("can't be the folder of the handlers itself, or one above", () => {
    expect(moduleIn("generated", "generated")).toEqual(["scaffold-folder"]);
    expect(moduleIn("generated/handlers", "generated")).toEqual(["scaffold-folder"]);
    expect(moduleIn("generated-handlers", "generated")).toBe("../generated/server/index.js");
  });
});
