import { error, quote, warning } from "./entry.js";

/** A problem at one path. */
export interface At {
  /** As shown to the user. */
  readonly path: string;
}

/** Whose handlers a file holds. */
export type HandledBy = { readonly kind: "action"; readonly type: string } | { readonly kind: "operation" | "type" };

/** Problems of handler files, which belong to the user: what can't be understood is left as it is. */
export const scaffoldCodes = {
  "scaffold-syntax": error<At & { reason: string }>(
    ({ path, reason }) => `${quote(path)} does not parse, so it was left as it is: ${reason}`,
    "Correct the file and run generate again.",
  ),
  "scaffold-encoding": error<At>(
    ({ path }) => `${quote(path)} is not UTF-8 text, so it was left as it is`,
    "Save the file as UTF-8 and run generate again.",
  ),
  "scaffold-not-found": warning<At & { exportName: string; typeName: string; missing: readonly string[] }>(
    ({ path, exportName, typeName, missing }) =>
      `found no handlers in ${quote(path)}, so none was added for ${names(missing)}; ` +
      `looked for an export ${exportName}, something of type ${typeName}, and exported functions named as in the contract`,
    "Annotate the object or class that holds the handlers, or move the file: a missing one is written anew.",
  ),
  "scaffold-opaque": warning<{ what: string; missing: readonly string[] }>(
    ({ what, missing }) =>
      `${quote(what)} can't be looked into, so it is unknown whether it handles ${names(missing)}; nothing was added`,
    "If the type checker finds a handler missing, write it by hand.",
  ),
  "scaffold-not-exportable": warning<{ names: readonly string[] }>(
    ({ names: list }) =>
      `this file exports its handlers one by one, and no function here can be called ${names(list)}; nothing was added`,
    "Collect the handlers in an object with the names as keys: then new ones are added there.",
  ),
  "scaffold-orphan": warning<{ name: string; of: HandledBy }>(
    ({ name, of }) => `${quote(name)} handles ${handledBy(of)}`,
    "Delete it once you no longer need its code: it is never deleted for you.",
  ),
  "scaffold-missing": error<{ names: readonly string[]; of: HandledBy }>(
    ({ names: missing, of }) => `no ${of.kind === "type" ? "entry" : "handler"} for ${names(missing)}`,
    "Run openapi-actions generate with the same --scaffold folder: it adds what is missing.",
  ),
  "scaffold-missing-file": error<At>(
    ({ path }) => `the handler file ${quote(path)} is missing`,
    "Run openapi-actions generate with the same --scaffold folder: it writes the file.",
  ),
  "handler-not-implemented": warning<{ type: string; action: string }>(
    ({ type, action }) => `${quote(`${type}.${action}`)} is not written yet: it answers 501`,
    "Replace the call of notImplemented by what the handler has to do.",
  ),
  "scaffold-unverified": error<At & { reason: string }>(
    ({ path, reason }) =>
      `adding handlers to ${quote(path)} would have changed more than that (${reason}), so it was left as it is`,
    "Add the handlers by hand, and please report the file: this is a mistake of the generator.",
  ),
  "scaffold-folder": error<{ folder: string; out: string }>(
    ({ folder, out }) => `handlers can't be kept in ${quote(folder)}: it lies in the output folder ${quote(out)}`,
    "Choose a folder of your own sources with --scaffold.",
  ),
  "scaffold-changed": error<At>(
    ({ path }) => `${quote(path)} changed while handlers were being added, so it was left as it is`,
    "Save your work and run generate again.",
  ),
  "scaffold-symlink": error<At>(
    ({ path }) => `${quote(path)} is a symbolic link, so nothing was written through it`,
    "Replace the link by the file.",
  ),
  "scaffold-not-a-file": error<At>(
    ({ path }) => `${quote(path)} has to be a file, but something else is in its place`,
    "Move what is there, or choose another folder with --scaffold.",
  ),
  "scaffold-io": error<At & { reason: string }>(({ path, reason }) => `cannot read or write ${quote(path)}: ${reason}`),
};

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
