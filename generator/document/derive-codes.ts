import { quote } from "../diagnostics/escape.js";
import type { CodeRecords } from "../diagnostics/code-record.js";
import { createReporter } from "../diagnostics/report.js";

/** Problems of actions that a binding takes from elsewhere in the document. */
export const deriveCodes = {
  "derived-security": {
    severity: "warning",
    message: ({ action, operation }: { action: string; operation: string }) =>
      `calls of ${quote(action)} need more than ${quote(operation)} requires: scopes can't express the difference`,
    hint: "Declare `security` of the endpoint, which then applies to all of its actions, or list its actions without `from`.",
    cause:
      "With `from: paths`, the actions of an endpoint share its security and differ in scopes only. An operation with other schemes, with alternatives or without security can't be told apart by scopes, so its action needs the schemes of all.",
    bad: `
      /disks/{id}:{action}:
        post: { x-platform-action-binding: { action: { in: path-suffix, name: action }, from: paths, type: { const: disk } } }
      /disks/{id}:wipe: { post: { security: [{ token: [] }] } }
      /disks/{id}:ping: { post: { security: [] } }`,
    good: `
      /disks/{id}:{action}:
        post:
          security: [{ token: [] }]
          x-platform-action-binding: { action: { in: path-suffix, name: action }, from: paths, type: { const: disk } }`,
    at: "yaml",
  },
  "derived-unmatched": {
    severity: "warning",
    message: ({ action, from }: { action: string; from: string }) =>
      `nothing in the document is the action ${quote(action)}, although the endpoint takes its actions ${quote(`from: ${from}`)}`,
    hint: "Remove the action if the document no longer has it, or correct its name.",
    cause:
      "What the extension says about a derived action is added to it. Where the document has no such action, one remains that has only this. The document may have changed since it was written.",
    bad: `
      x-platform-action-binding: { action: { in: body-field, name: type }, from: body, type: { const: droplet } }
      x-platform-droplet-actions: { rebot: { availability: { states: [active] } } }`,
    good: `
      x-platform-action-binding: { action: { in: body-field, name: type }, from: body, type: { const: droplet } }
      x-platform-droplet-actions: { reboot: { availability: { states: [active] } } }`,
    at: "yaml",
  },
  "derived-unnamed": {
    severity: "warning",
    message: ({ name }: { name: string }) =>
      `${quote(name)} in the body can't be the name of an action, so requests with it are rejected`,
    hint: "Give it another name in the document, or leave it out: the other actions are not affected.",
    cause:
      "Actions are names in URLs and in code: letters and digits, whose words are separated by a single _ . : or -. With `from: body`, what has another name in the body is no action.",
    bad: `
      Body:
        oneOf:
          - { type: object, properties: { reboot: { type: "null" } }, required: [reboot] }
          - { type: object, properties: { "reset now!": { type: "null" } }, required: ["reset now!"] }`,
    good: `
      Body:
        oneOf:
          - { type: object, properties: { reboot: { type: "null" } }, required: [reboot] }
          - { type: object, properties: { reset_now: { type: "null" } }, required: [reset_now] }`,
    at: "yaml",
  },
} satisfies CodeRecords;

/** Reports one of these problems. */
export const reportDerived = createReporter(deriveCodes);
