import { quote } from "../../diagnostics/escape.js";
import type { CodeRecords } from "../../diagnostics/code-record.js";
import { createReporter } from "../../diagnostics/report.js";

/** A problem at one path. */
export interface At {
  /** As shown to the user. */
  readonly path: string;
}

/** Whose handlers a file holds. */
export type HandledBy = { readonly kind: "action"; readonly type: string } | { readonly kind: "operation" | "type" };

/** Problems of handler files, which belong to the user: what can't be understood is left as it is. */
export const scaffoldCodes = {
  "scaffold-syntax": {
    severity: "error",
    message: ({ path, reason }: At & { reason: string }) => `${quote(path)} does not parse, so it was left as it is: ${reason}`,
    hint: "Correct the file and run generate again.",
    cause:
      "The file does not parse, for example in the middle of a merge. Whatever is spliced into such a file could land in the wrong place.",
    bad: "export const postgres: PostgresHandlers = {\n  add_ip: async ({ body }) => {\n};",
    good: "export const postgres: PostgresHandlers = {\n  add_ip: async ({ body }) => {},\n};",
    at: "ts",
  },
  "scaffold-encoding": {
    severity: "error",
    message: ({ path }: At) => `${quote(path)} is not UTF-8 text, so it was left as it is`,
    hint: "Save the file as UTF-8 and run generate again.",
    cause: "The file has bytes that are not UTF-8. Reading and writing it would change them.",
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
      `found no handlers in ${quote(path)}, so none was added for ${names(missing)}; ` +
      `looked for an export ${exportName}, something of type ${typeName}, and exported functions named as in the contract`,
    hint: "Annotate the object or class that holds the handlers, or move the file: a missing one is written anew.",
    cause:
      "The file is there, but nothing in it looks like the handlers of this type, so there is no place to add the missing ones.",
    bad: "export const handlers = makeHandlers();",
    good: "export const postgres: PostgresHandlers = {\n  add_ip: async ({ body }) => {},\n};",
    at: "ts",
  },
  "scaffold-opaque": {
    severity: "warning",
    message: ({ what, missing }: { what: string; missing: readonly string[] }) =>
      `${quote(what)} can't be looked into, so it is unknown whether it handles ${names(missing)}; nothing was added`,
    hint: "If the type checker finds a handler missing, write it by hand.",
    cause: "The handlers are spread in from elsewhere or computed, so nobody can tell by reading which are there.",
    bad: "export const postgres: PostgresHandlers = { ...shared };",
    good: "export const postgres: PostgresHandlers = { ...shared, add_ip: async ({ body }) => {} };",
    at: "ts",
  },
  "scaffold-not-exportable": {
    severity: "warning",
    message: ({ names: list }: { names: readonly string[] }) =>
      `this file exports its handlers one by one, and no function here can be called ${names(list)}; nothing was added`,
    hint: "Collect the handlers in an object with the names as keys: then new ones are added there.",
    cause: "The file exports one function for each handler, but the name of this action is no name that a function can have.",
    bad: "export async function add_ip() {}   // and an action called os-reinstall",
    good: 'export const postgres: PostgresHandlers = {\n  add_ip: async () => {},\n  "os-reinstall": async () => {},\n};',
    at: "ts",
  },
  "scaffold-orphan": {
    severity: "warning",
    message: ({ name, of }: { name: string; of: HandledBy }) => `${quote(name)} handles ${handledBy(of)}`,
    hint: "Delete it once you no longer need its code: it is never deleted for you.",
    cause:
      "The contract no longer has this action, so nobody calls the handler. Its code is yours and stays until you delete it.",
    bad: "export const postgres: PostgresHandlers = {\n  add_ip: async () => {},\n  old_action: async () => {}, // not in the contract\n};",
    good: "export const postgres: PostgresHandlers = {\n  add_ip: async () => {},\n};",
    at: "ts",
  },
  "scaffold-missing": {
    severity: "error",
    message: ({ names: missing, of }: { names: readonly string[]; of: HandledBy }) =>
      `no ${of.kind === "type" ? "entry" : "handler"} for ${names(missing)}`,
    hint: "Run openapi-actions generate with the same --scaffold folder: it adds what is missing.",
    cause: "The contract has an action that no handler answers. The type checker would refuse the file as well.",
    bad: "openapi-actions generate --check --scaffold src/handlers",
    good: "openapi-actions generate --scaffold src/handlers   # adds the handlers",
    at: "sh",
  },
  "scaffold-missing-file": {
    severity: "error",
    message: ({ path }: At) => `the handler file ${quote(path)} is missing`,
    hint: "Run openapi-actions generate with the same --scaffold folder: it writes the file.",
    cause: "The contract has a service type whose handlers have no file yet.",
    bad: "openapi-actions generate --check --scaffold src/handlers",
    good: "openapi-actions generate --scaffold src/handlers   # writes the file",
    at: "sh",
  },
  "handler-import": {
    severity: "error",
    message: ({ module, name }: { module: string; name?: string }) =>
      name === undefined ? `the output has no ${quote(module)}` : `${quote(module)} of the output exports no ${quote(name)}`,
    hint: "CHANGELOG.md of openapi-actions lists exports that were renamed.",
    cause:
      "The handler file imports what generated code doesn't export, usually since an upgrade of openapi-actions or a change of `targets`. It does not compile.",
    bad: 'import { denied } from "../../generated/server/index.js";',
    good: 'import { forbidden } from "../../generated/server/index.js";',
    at: "ts",
  },
  "handler-not-implemented": {
    severity: "warning",
    message: ({ type, action }: { type: string; action: string }) =>
      `${quote(`${type}.${action}`)} is not written yet: it answers 501`,
    hint: "Replace the call of notImplemented by what the handler has to do.",
    cause: "The handler is as it was scaffolded: it answers 501 to every call.",
    bad: 'add_ip: async () => notImplemented("postgres.add_ip"),',
    good: 'add_ip: async ({ body }) => ({ status: "active", result: await allow(body.cidr) }),',
    at: "ts",
  },
  "scaffold-unverified": {
    severity: "error",
    message: ({ path, reason }: At & { reason: string }) =>
      `adding handlers to ${quote(path)} would have changed more than that (${reason}), so it was left as it is`,
    hint: "Add the handlers by hand, and please report the file: this is a mistake of the generator.",
    cause:
      "Before a handler file is written, it is parsed again and compared with what was there. This time something else would have changed, so nothing was written.",
    bad: "openapi-actions generate --scaffold src/handlers",
    good: "add_ip: async ({ body }) => {},   // added by hand",
    at: "ts",
  },
  "scaffold-folder": {
    severity: "error",
    message: ({ folder, out }: { folder: string; out: string }) =>
      `handlers can't be kept in ${quote(folder)}: it lies in the output folder ${quote(out)}`,
    hint: "Choose a folder of your own sources with --scaffold.",
    cause:
      "The output folder holds generated files only. Handlers are yours, and a run may remove what it didn't generate there from your sight.",
    bad: "openapi-actions generate --out src/api --scaffold src/api/handlers",
    good: "openapi-actions generate --out src/api --scaffold src/handlers",
    at: "sh",
  },
  "scaffold-changed": {
    severity: "error",
    message: ({ path }: At) => `${quote(path)} changed while handlers were being added, so it was left as it is`,
    hint: "Save your work and run generate again.",
    cause: "The file was saved by somebody else between reading and writing it. That change would be lost.",
    bad: "openapi-actions generate --scaffold src/handlers   # while an editor saves",
    good: "openapi-actions generate --scaffold src/handlers   # once more",
    at: "sh",
  },
  "scaffold-symlink": {
    severity: "error",
    message: ({ path }: At) => `${quote(path)} is a symbolic link, so nothing was written through it`,
    hint: "Replace the link by the file.",
    cause: "The handler file is a link. Writing through it would change a file in another place, perhaps of another project.",
    bad: "ln -s ../../shared/postgres.ts src/handlers/postgres.ts",
    good: "cp ../shared/postgres.ts src/handlers/postgres.ts",
    at: "sh",
  },
  "scaffold-not-a-file": {
    severity: "error",
    message: ({ path }: At) => `${quote(path)} has to be a file, but something else is in its place`,
    hint: "Move what is there, or choose another folder with --scaffold.",
    cause: "A folder or something else stands where the handler file has to be.",
    bad: "mkdir src/handlers/postgres.ts",
    good: "rmdir src/handlers/postgres.ts",
    at: "sh",
  },
  "scaffold-io": {
    severity: "error",
    message: ({ path, reason }: At & { reason: string }) => `cannot read or write ${quote(path)}: ${reason}`,
    cause: "The operating system refused to read or write the file. The message has its reason.",
    bad: "chmod a-r src/handlers/postgres.ts",
    good: "chmod u+rw src/handlers/postgres.ts",
    at: "sh",
  },
} satisfies CodeRecords;

/** Reports one of them. */
export const report = createReporter(scaffoldCodes);

/** Names in a sentence, not more than can be read. */
function names(list: readonly string[]): string {
  const shown = list.length > 6 ? list.slice(0, 5) : list;
  const rest = list.length > 6 ? ` and ${list.length - 5} more` : "";
  return `${shown.map(quote).join(", ")}${rest}`;
}

function handledBy(of: HandledBy): string {
  switch (of.kind) {
    case "action":
      return `no action of services of type ${quote(of.type)}`;
    case "operation":
      return "no operation of the contract";
    case "type":
      return "no service type of the contract";
    default:
      return of satisfies never;
  }
}
