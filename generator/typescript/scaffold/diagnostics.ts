import { quote } from "../../diagnostics/escape.js";
import type { CodeRecords } from "../../diagnostics/code-record.js";
import { createReporter } from "../../diagnostics/report.js";

/** A problem at one path. */
export interface At {
  /** As displayed to the user. */
  readonly path: string;
}

/** The kind of handlers in a file. */
export type HandledBy = { readonly kind: "action"; readonly type: string } | { readonly kind: "operation" | "type" };

/** Problems of handler files. These belong to the user and are left untouched if they can't be understood. */
export const scaffoldCodes = {
  "scaffold-syntax": {
    severity: "error",
    message: ({ path, reason }: At & { reason: string }) => `${quote(path)} does not parse and was left untouched: ${reason}`,
    hint: "Fix the file and run generate again.",
    cause:
      "The file does not parse, for example in the middle of a merge. Code inserted into such a file could end up in the wrong location.",
    bad: "export const postgres: PostgresHandlers = {\n  add_ip: async ({ body }) => {\n};",
    good: "export const postgres: PostgresHandlers = {\n  add_ip: async ({ body }) => {},\n};",
    at: "ts",
  },
  "scaffold-encoding": {
    severity: "error",
    message: ({ path }: At) => `${quote(path)} is not UTF-8 text and was left untouched`,
    hint: "Save the file as UTF-8 and run generate again.",
    cause: "The file contains bytes that are not UTF-8. Reading and writing it would change them.",
    bad: "file src/handlers/postgres.ts   # ISO-8859 text",
    good: "iconv -f latin1 -t utf-8 postgres.ts > utf8.ts && mv utf8.ts postgres.ts",
    at: "sh",
  },
  "scaffold-not-found": {
    severity: "warning",
    message: ({
      path,
      exportName,
      typeName,
      missing,
    }: At & { exportName: string; typeName: string; missing: readonly string[] }) =>
      `found no handlers in ${quote(path)}, so none were added for ${names(missing)}; ` +
      `looked for an export ${exportName}, a value of type ${typeName}, and exported functions with names from the contract`,
    hint: "Annotate the object or class that contains the handlers, or move the file so that a new one is generated.",
    cause: "The file exists, but nothing in it looks like the handlers of this type, so the missing ones can't be added.",
    bad: "export const handlers = makeHandlers();",
    good: "export const postgres: PostgresHandlers = {\n  add_ip: async ({ body }) => {},\n};",
    at: "ts",
  },
  "scaffold-opaque": {
    severity: "warning",
    message: ({ what, missing }: { what: string; missing: readonly string[] }) =>
      `${quote(what)} can't be analyzed, so it is unknown whether it handles ${names(missing)}; nothing was added`,
    hint: "If the type checker reports a missing handler, add it by hand.",
    cause: "The handlers are spread from elsewhere or computed, so static analysis can't determine which ones exist.",
    bad: "export const postgres: PostgresHandlers = { ...shared };",
    good: "export const postgres: PostgresHandlers = { ...shared, add_ip: async ({ body }) => {} };",
    at: "ts",
  },
  "scaffold-not-exportable": {
    severity: "warning",
    message: ({ names: list }: { names: readonly string[] }) =>
      `this file exports each handler as a function, but no function can be named ${names(list)}; nothing was added`,
    hint: "Collect the handlers in an object with the names as keys, so that new ones can be added to it.",
    cause: "The file exports one function for each handler, but the name of this action is not a valid function name.",
    bad: "export async function add_ip() {}   // and an action named os-reinstall",
    good: 'export const postgres: PostgresHandlers = {\n  add_ip: async () => {},\n  "os-reinstall": async () => {},\n};',
    at: "ts",
  },
  "scaffold-orphan": {
    severity: "warning",
    message: ({ name, of }: { name: string; of: HandledBy }) => `${quote(name)} handles ${handledBy(of)}`,
    hint: "Delete it when you no longer need its code. It is never deleted automatically.",
    cause:
      "The contract no longer has this action, so the handler is never called. Its code is yours and stays until you delete it.",
    bad: "export const postgres: PostgresHandlers = {\n  add_ip: async () => {},\n  old_action: async () => {}, // not in the contract\n};",
    good: "export const postgres: PostgresHandlers = {\n  add_ip: async () => {},\n};",
    at: "ts",
  },
  "scaffold-missing": {
    severity: "error",
    message: ({ names: missing, of }: { names: readonly string[]; of: HandledBy }) =>
      `no ${of.kind === "type" ? "entry" : "handler"} for ${names(missing)}`,
    hint: "Run openapi-actions generate with the same --scaffold folder to add them.",
    cause: "The contract has an action without a handler. The type checker would also report an error.",
    bad: "openapi-actions generate --check --scaffold src/handlers",
    good: "openapi-actions generate --scaffold src/handlers   # adds the handlers",
    at: "sh",
  },
  "scaffold-missing-file": {
    severity: "error",
    message: ({ path }: At) => `the handler file ${quote(path)} is missing`,
    hint: "Run openapi-actions generate with the same --scaffold folder to create the file.",
    cause: "The contract has a service type whose handler file doesn't exist yet.",
    bad: "openapi-actions generate --check --scaffold src/handlers",
    good: "openapi-actions generate --scaffold src/handlers   # writes the file",
    at: "sh",
  },
  "handler-import": {
    severity: "error",
    message: ({ module, name }: { module: string; name?: string }) =>
      name === undefined ? `the output has no ${quote(module)}` : `${quote(module)} of the output exports no ${quote(name)}`,
    hint: 'Import a name that the module exports, or add the target that emits it to "targets".',
    cause:
      "The handler file imports a name that generated code doesn't export, usually after an upgrade of openapi-actions or a change of `targets`. It does not compile.",
    bad: 'import { forbiden } from "../../generated/server/index.js";',
    good: 'import { forbidden } from "../../generated/server/index.js";',
    at: "ts",
  },
  "handler-not-implemented": {
    severity: "warning",
    message: ({ type, action }: { type: string; action: string }) =>
      `${quote(`${type}.${action}`)} is not implemented yet and returns 501`,
    hint: "Replace the call of notImplemented with the implementation.",
    cause: "The handler is unchanged since it was scaffolded. It returns 501 for every call.",
    bad: 'add_ip: async () => notImplemented("postgres.add_ip"),',
    good: 'add_ip: async ({ body }) => ({ status: "active", result: await allow(body.cidr) }),',
    at: "ts",
  },
  "scaffold-unverified": {
    severity: "error",
    message: ({ path, reason }: At & { reason: string }) =>
      `adding handlers to ${quote(path)} would have changed other code (${reason}), so the file was left untouched`,
    hint: "Add the handlers by hand, and please report the file: this is a bug in the generator.",
    cause:
      "Before a handler file is written, it is parsed again and compared with the original. Other code would have changed, so nothing was written.",
    bad: "openapi-actions generate --scaffold src/handlers",
    good: "add_ip: async ({ body }) => {},   // added by hand",
    at: "ts",
  },
  "scaffold-folder": {
    severity: "error",
    message: ({ folder, out }: { folder: string; out: string }) =>
      `handlers can't be in ${quote(folder)}, which is inside the output folder ${quote(out)}`,
    hint: "Choose a folder among your own sources with --scaffold.",
    cause: "The output folder contains only generated files, but handlers are yours to edit.",
    bad: "openapi-actions generate --out src/api --scaffold src/api/handlers",
    good: "openapi-actions generate --out src/api --scaffold src/handlers",
    at: "sh",
  },
  "scaffold-changed": {
    severity: "error",
    message: ({ path }: At) => `${quote(path)} changed while handlers were being added and was left untouched`,
    hint: "Save your work and run generate again.",
    cause: "Another program saved the file between reading and writing it. That change would have been lost.",
    bad: "openapi-actions generate --scaffold src/handlers   # while an editor saves",
    good: "openapi-actions generate --scaffold src/handlers   # once more",
    at: "sh",
  },
  "scaffold-symlink": {
    severity: "error",
    message: ({ path }: At) => `${quote(path)} is a symbolic link and was left untouched`,
    hint: "Replace the link with the file.",
    cause: "The handler file is a link. Writing through it would change a file elsewhere, perhaps in another project.",
    bad: "ln -s ../../shared/postgres.ts src/handlers/postgres.ts",
    good: "cp ../shared/postgres.ts src/handlers/postgres.ts",
    at: "sh",
  },
  "scaffold-not-a-file": {
    severity: "error",
    message: ({ path }: At) => `${quote(path)} must be a file, but something else exists at this path`,
    hint: "Move it away, or choose another folder with --scaffold.",
    cause: "A folder or something else exists at the path of the handler file.",
    bad: "mkdir src/handlers/postgres.ts",
    good: "rmdir src/handlers/postgres.ts",
    at: "sh",
  },
  "scaffold-io": {
    severity: "error",
    message: ({ path, reason }: At & { reason: string }) => `cannot read or write ${quote(path)}: ${reason}`,
    cause: "The operating system could not read or write the file. The message contains the reason.",
    bad: "chmod a-r src/handlers/postgres.ts",
    good: "chmod u+rw src/handlers/postgres.ts",
    at: "sh",
  },
} satisfies CodeRecords;

/** Reports one of these problems. */
export const report = createReporter(scaffoldCodes);

/** Joins names in a sentence, up to a readable number. */
function names(list: readonly string[]): string {
  const shown = list.length > 6 ? list.slice(0, 5) : list;
  const rest = list.length > 6 ? ` and ${list.length - 5} more` : "";
  return `${shown.map(quote).join(", ")}${rest}`;
}

function handledBy(of: HandledBy): string {
  switch (of.kind) {
    case "action":
      return `no action of the type ${quote(of.type)}`;
    case "operation":
      return "no operation of the contract";
    case "type":
      return "no service type of the contract";
    default:
      return of satisfies never;
  }
}
