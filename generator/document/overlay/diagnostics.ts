import { quote } from "../../diagnostics/escape.js";
import type { CodeRecords } from "../../diagnostics/code-record.js";
import { createReporter } from "../../diagnostics/report.js";

/** Problems of overlays. */
export const overlayCodes = {
  "overlay-version": {
    severity: "error",
    message: ({ found }: { found: string | undefined }) =>
      found === undefined ? "missing Overlay version" : `Overlay version ${found} is not supported`,
    hint: "Write `overlay: 1.1.0` (1.0.x and 1.1.x are supported).",
    cause: "The file is not an overlay, or its version is not supported. Versions differ in what an action does to a list.",
    bad: "overlay: 2.0.0\ninfo: { title: Internal paths, version: 1.0.0 }",
    good: "overlay: 1.1.0\ninfo: { title: Internal paths, version: 1.0.0 }",
    at: "yaml",
  },
  "overlay-structure": {
    severity: "error",
    message: ({ problem }: { problem: string }) => problem,
    cause:
      "An overlay has `overlay`, `info` with `title` and `version`, and `actions`, each with a `target` and one of `update`, `remove` and `copy`. Other keys start with `x-`. Problems in `info` are warnings.",
    bad: "actions:\n  - target: $.info\n    updates: { title: Shop }",
    good: "actions:\n  - target: $.info\n    update: { title: Shop }",
    at: "yaml",
  },
  "overlay-extends": {
    severity: "warning",
    message: ({ extended, contract }: { extended: string; contract: string }) =>
      `the overlay extends ${quote(extended)}, but is applied to ${quote(contract)}`,
    hint: "Apply the overlay to the document that it extends, or correct `extends`, which is relative to the overlay.",
    cause:
      "The overlay names the document that it extends, which is not this one. It is applied anyway. An address such as `https://example.com/openapi.yaml` is not compared.",
    bad: "extends: ./billing.yaml   # openapi-actions lint shop.yaml --overlay shop.overlay.yaml",
    good: "extends: ./shop.yaml",
    at: "yaml",
  },
  "overlay-modifiers": {
    severity: "warning",
    message: ({ problem }: { problem: string }) => problem,
    hint: "Write one of update, remove and copy in each action.",
    cause:
      "An action changes its targets in one way. Together with `remove: true`, `update` and `copy` have no effect. `update` and `copy` together are an error, because by the specification neither has an effect.",
    bad: "actions:\n  - target: $.paths['/internal']\n    remove: true\n    update: { summary: Internal }",
    good: "actions:\n  - target: $.paths['/internal']\n    remove: true",
    at: "yaml",
  },
  "overlay-newer-feature": {
    severity: "warning",
    message: ({ problem }: { problem: string }) => problem,
    hint: "Write `overlay: 1.1.0`.",
    cause:
      "Overlay 1.1 introduced `copy`, plain values as targets, and appending the entries of a list to a list. In an overlay of version 1.0 the first two work as in 1.1; a list is appended as one entry.",
    bad: "overlay: 1.0.0\nactions:\n  - target: $.info.description\n    remove: true",
    good: "overlay: 1.1.0\nactions:\n  - target: $.info.description\n    remove: true",
    at: "yaml",
  },
  "overlay-query": {
    severity: "error",
    message: ({ text, problem }: { text: string; problem: string }) => `JSONPath ${quote(text)} ${problem}`,
    cause:
      "`target` and `copy` are JSONPath queries as RFC 9535 defines them. Extensions of single tools are not supported: no script expressions, no regular expressions between slashes, and no bare names with hyphens or slashes.",
    bad: "target: $.paths./pets/{id}.get",
    good: "target: $.paths['/pets/{id}'].get",
    at: "yaml",
  },
  "overlay-unmatched": {
    severity: "warning",
    message: ({ key, reason }: { key: "target" | "copy"; reason: string }) =>
      `${key === "target" ? "the target" : "copy"} selects nothing: ${reason}`,
    hint: "Correct the query, or remove the action. The document may have changed since the overlay was written.",
    cause:
      "`target` or `copy` selects no value of the document, so the action changes nothing. Queries select in the main document as it is written, without following references into other files.",
    bad: "target: $.paths['/pet'].get",
    good: "target: $.paths['/pets'].get",
    at: "yaml",
  },
  "overlay-target": {
    severity: "error",
    message: ({ problem }: { problem: string }) => problem,
    cause:
      "The action can't change the target. The whole document can't be removed, and in Overlay 1.1 all targets of an update or a copy must be of one kind: maps, lists or plain values.",
    bad: "actions:\n  - target: $.info.*\n    update: { x-reviewed: true }",
    good: "actions:\n  - target: $.info\n    update: { x-reviewed: true }",
    at: "yaml",
  },
  "overlay-update": {
    severity: "error",
    message: ({ what, expected, found }: { what: string; expected: string; found: string }) =>
      `${what} must be ${expected} to be merged with the target, but it is ${found}`,
    hint: "Use a value of the same kind: maps merge, lists are appended, plain values are replaced. To replace anything else, remove it first.",
    cause: "The target contains a map, a list or a plain value there, but the overlay has another kind of value.",
    bad: "actions:\n  - target: $.paths['/pets'].get\n    update: { tags: pets }",
    good: "actions:\n  - target: $.paths['/pets'].get\n    update: { tags: [pets] }",
    at: "yaml",
  },
  "overlay-copy": {
    severity: "error",
    message: ({ count }: { count: number }) => `copy must select exactly one value, but selects ${count}`,
    cause:
      "`copy` puts one value of the document into each target, so its query must not select several. A query that selects none is `overlay-unmatched`.",
    bad: "actions:\n  - target: $.paths['/items'].post.responses\n    copy: $.paths.*.get.responses",
    good: "actions:\n  - target: $.paths['/items'].post.responses\n    copy: $.paths['/items'].get.responses",
    at: "yaml",
  },
  "overlay-limit": {
    severity: "error",
    message: ({ problem }: { problem: string }) => problem,
    hint: "Write a direct path to the target, without `..` inside filters.",
    cause:
      "A short overlay can cause endless work: filters that search the whole document for each of its values, or copies of copies. The overlays of a contract may visit 50 million values and add 500,000.",
    bad: "target: $..*[?$..*[?$..description]]",
    good: "target: $.paths.*.*[?@.description]",
    at: "yaml",
  },
} satisfies CodeRecords;

/** Reports one of them. */
export const report = createReporter(overlayCodes);
