import type { scaffoldCodes } from "../catalog/scaffold.js";
import type { Explanations } from "./explanation.js";

/** Why handler files, which belong to you, are left as they are, or what they miss. */
export const scaffoldExplanations: Explanations<typeof scaffoldCodes> = {
  "scaffold-syntax": {
    cause:
      "The file does not parse, for example in the middle of a merge. Whatever is spliced into such a file could land in the wrong place.",
    bad: "export const postgres: PostgresHandlers = {\n  add_ip: async ({ body }) => {\n};",
    good: "export const postgres: PostgresHandlers = {\n  add_ip: async ({ body }) => {},\n};",
    at: "ts",
  },
  "scaffold-encoding": {
    cause: "The file has bytes that are not UTF-8. Reading and writing it would change them.",
    bad: "file src/handlers/postgres.ts   # ISO-8859 text",
    good: "iconv -f latin1 -t utf-8 postgres.ts > utf8.ts && mv utf8.ts postgres.ts",
    at: "sh",
  },
  "scaffold-not-found": {
    cause:
      "The file is there, but nothing in it looks like the handlers of this type, so there is no place to add the missing ones.",
    bad: "export const handlers = makeHandlers();",
    good: "export const postgres: PostgresHandlers = {\n  add_ip: async ({ body }) => {},\n};",
    at: "ts",
  },
  "scaffold-opaque": {
    cause: "The handlers are spread in from elsewhere or computed, so nobody can tell by reading which are there.",
    bad: "export const postgres: PostgresHandlers = { ...shared };",
    good: "export const postgres: PostgresHandlers = { ...shared, add_ip: async ({ body }) => {} };",
    at: "ts",
  },
  "scaffold-not-exportable": {
    cause: "The file exports one function for each handler, but the name of this action is no name that a function can have.",
    bad: "export async function add_ip() {}   // and an action called os-reinstall",
    good: 'export const postgres: PostgresHandlers = {\n  add_ip: async () => {},\n  "os-reinstall": async () => {},\n};',
    at: "ts",
  },
  "scaffold-orphan": {
    cause:
      "The contract no longer has this action, so nobody calls the handler. Its code is yours and stays until you delete it.",
    bad: "export const postgres: PostgresHandlers = {\n  add_ip: async () => {},\n  old_action: async () => {}, // not in the contract\n};",
    good: "export const postgres: PostgresHandlers = {\n  add_ip: async () => {},\n};",
    at: "ts",
  },
  "scaffold-missing": {
    cause: "The contract has an action that no handler answers. The type checker would refuse the file as well.",
    bad: "openapi-actions generate --check --scaffold src/handlers",
    good: "openapi-actions generate --scaffold src/handlers   # adds the handlers",
    at: "sh",
  },
  "scaffold-missing-file": {
    cause: "The contract has a service type whose handlers have no file yet.",
    bad: "openapi-actions generate --check --scaffold src/handlers",
    good: "openapi-actions generate --scaffold src/handlers   # writes the file",
    at: "sh",
  },
  "handler-not-implemented": {
    cause: "The handler is as it was scaffolded: it answers 501 to every call.",
    bad: 'add_ip: async () => notImplemented("postgres.add_ip"),',
    good: 'add_ip: async ({ body }) => ({ status: "active", result: await allow(body.cidr) }),',
    at: "ts",
  },
  "scaffold-unverified": {
    cause:
      "Before a handler file is written, it is parsed again and compared with what was there. This time something else would have changed, so nothing was written.",
    bad: "openapi-actions generate --scaffold src/handlers",
    good: "add_ip: async ({ body }) => {},   // added by hand",
    at: "ts",
  },
  "scaffold-folder": {
    cause:
      "The output folder holds generated files only. Handlers are yours, and a run may remove what it didn't generate there from your sight.",
    bad: "openapi-actions generate --out src/api --scaffold src/api/handlers",
    good: "openapi-actions generate --out src/api --scaffold src/handlers",
    at: "sh",
  },
  "scaffold-changed": {
    cause: "The file was saved by somebody else between reading and writing it. That change would be lost.",
    bad: "openapi-actions generate --scaffold src/handlers   # while an editor saves",
    good: "openapi-actions generate --scaffold src/handlers   # once more",
    at: "sh",
  },
  "scaffold-symlink": {
    cause: "The handler file is a link. Writing through it would change a file in another place, perhaps of another project.",
    bad: "ln -s ../../shared/postgres.ts src/handlers/postgres.ts",
    good: "cp ../shared/postgres.ts src/handlers/postgres.ts",
    at: "sh",
  },
  "scaffold-not-a-file": {
    cause: "A folder or something else stands where the handler file has to be.",
    bad: "mkdir src/handlers/postgres.ts",
    good: "rmdir src/handlers/postgres.ts",
    at: "sh",
  },
  "scaffold-io": {
    cause: "The operating system refused to read or write the file. The message has its reason.",
    bad: "chmod a-r src/handlers/postgres.ts",
    good: "chmod u+rw src/handlers/postgres.ts",
    at: "sh",
  },
};
