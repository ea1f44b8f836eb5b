import { quote } from "../diagnostics/escape.js";
import type { CodeRecords } from "../diagnostics/code-record.js";
import { createReporter } from "../diagnostics/report.js";

/** Problems of actions that a binding derives from other parts of the document. */
export const deriveCodes = {
  "derived-security": {
    severity: "warning",
    message: ({ action, operation }: { action: string; operation: string }) =>
      `calls of ${quote(action)} need more than ${quote(operation)} requires: scopes can't express the difference`,
    hint: "Declare `security` of the endpoint, which then applies to all of its actions, or list its actions without `from`.",
    cause:
      "With `from: paths`, the actions of an endpoint share its security and differ in scopes only. An operation with other schemes, with alternatives or without security can't be distinguished by scopes, so its action requires the schemes of all.",
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
      "The extension adds to a derived action. If the document has no such action, the extension alone defines it. The document may have changed since the extension was written.",
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
    hint: "Rename it in the document, or suppress the warning: other actions are not affected.",
    cause:
      "The name of an action is part of URLs and code: letters and digits, with words separated by a single _ . : or -. With `from: body`, a part of the body with another name is not an action.",
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
