import { document, type HostileDocument } from "./document.js";

const shapes = {
  text: "text",
  number: "1",
  nothing: "~",
  list: "[]",
  yes: "true",
};
const fields = {
  label: ["1", "[a]", "~", "{ a: b }"],
  summary: ["1", "[a]"],
  description: ["false", "{ a: b }"],
  scopes: ["text", "[1]", "{ a: b }", "~", "[~]"],
  statuses: ["text", "[1]", "[[a]]"],
  readOnly: ["text", "1", "~"],
  async: ["yes", "[]"],
  availability: ["[]", "text", "{ states: text }", "{ plans: [1] }", "{ other: [] }"],
  errors: ["{}", "[text]", "[{ code: a, status: 409, description: 1 }]", "[~]"],
  examples: ["[]", "text", "{ a: text }", "{ a: ~ }"],
  unknown: ["1"],
};

/** Attacks by a wrong shape of the extension. */
export const extensionDocuments: readonly HostileDocument[] = [
  ...Object.entries(shapes).map(([name, value]) =>
    document(`actions that are ${name}`, { operation: `x-platform-disk-actions: ${value} #! structure` }),
  ),
  ...Object.entries(shapes).map(([name, value]) =>
    document(`an action that is ${name}`, { actions: `stop: ${value} #! structure` }),
  ),
  ...Object.entries(fields).flatMap(([field, values]) =>
    values.map((value) =>
      document(`an action whose ${field} is ${value}`, {
        actions: `stop:\n  deprecated: false\n  ${field}: ${value} #! action-shape`,
      }),
    ),
  ),
];
