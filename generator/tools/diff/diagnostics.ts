import { quote } from "../../diagnostics/escape.js";
import type { CodeRecords } from "../../diagnostics/code-record.js";
import { createReporter } from "../../diagnostics/report.js";

/** Problems of comparing two versions. What a comparison finds has codes of its own, `diff/<rule>`. */
export const diffCodes = {
  "contract-not-found": {
    severity: "error",
    message: ({ folder, tried }: { folder: string; tried: string }) =>
      `found no contract in the folder ${quote(folder)}; looked for ${tried}`,
    hint: "Give the path of the OpenAPI document.",
    cause: "A folder stands for the `openapi.yaml`, `.yml` or `.json` in it or in its `spec`. This one has none of them.",
    bad: "openapi-actions diff old new   # new/api.yaml",
    good: "openapi-actions diff old new/api.yaml",
    at: "sh",
  },
  "git-unavailable": {
    severity: "error",
    message: ({ reason }: { reason: string }) => `cannot read from git: ${reason}`,
    hint: "Run the command inside of a repository, or give the path of a file instead of git:<ref>.",
    cause: "`git:<ref>` is read through git, which is not installed here, or the working folder is in no repository.",
    bad: "cd /tmp && openapi-actions diff git:main spec/openapi.yaml",
    good: "openapi-actions diff old/openapi.yaml spec/openapi.yaml",
    at: "sh",
  },
  "git-ref-unknown": {
    severity: "error",
    message: ({ ref }: { ref: string }) => `git knows no commit ${quote(ref)}`,
    hint: "Give a branch, a tag or a commit. In a build, fetch the history first: a shallow clone has one commit only.",
    cause: "The repository has no such branch, tag or commit. Builds often check out one commit and no branches.",
    bad: "openapi-actions diff git:mian",
    good: "git fetch --depth=1 origin main && openapi-actions diff git:FETCH_HEAD",
    at: "sh",
  },
  "git-path-unknown": {
    severity: "error",
    message: ({ ref, path }: { ref: string; path: string }) => `there is no contract at ${quote(path)} in ${quote(ref)}`,
    hint: "Give its path from the root of the repository, git:<ref>:<path>, or with ./ from here.",
    cause: "The commit has no contract at this path; perhaps the file has moved since.",
    bad: "openapi-actions diff git:v1.0.0 api/openapi.yaml   # it was spec/openapi.yaml then",
    good: "openapi-actions diff git:v1.0.0:spec/openapi.yaml api/openapi.yaml",
    at: "sh",
  },
  "git-export": {
    severity: "error",
    message: ({ ref, reason }: { ref: string; reason: string }) => `cannot read the contract of ${quote(ref)}: ${reason}`,
    cause: "The contract's folder in that commit is too large to be a contract's, or git doesn't have its files.",
    bad: "git clone --filter=blob:none … && openapi-actions diff git:v1.0.0",
    good: "git clone … && openapi-actions diff git:v1.0.0",
    at: "sh",
  },
  "diff-rule-unknown": {
    severity: "error",
    message: ({ rule }: { rule: string }) => `${quote(rule)} is no rule of diff`,
    hint: "docs/diff.md lists all rules.",
    cause: "No rule has this name, so the severity would count for nothing.",
    bad: "openapi-actions diff git:main --severity action-deleted=warning",
    good: "openapi-actions diff git:main --severity action-removed=warning",
    at: "sh",
  },
  "diff-baseline-invalid": {
    severity: "error",
    message: ({ problem }: { problem: string }) => `not a baseline of accepted changes: ${problem}`,
    hint: 'A baseline looks like { "findings": [{ "rule": "…", "pointer": "/…", "reason": "…", "expires": "2027-01-31" }] }.',
    cause: "The file of accepted changes is missing or malformed. Without it they would be reported as new.",
    bad: '{ "findings": [{ "rule": "server-removed", "pointer": "/servers" }] }',
    good: '{ "findings": [{ "rule": "server-removed", "pointer": "/servers", "reason": "It never went live." }] }',
    at: "json",
  },
  "diff-baseline-unused": {
    severity: "warning",
    message: ({ rule, pointer }: { rule: string; pointer: string }) => `no change ${quote(rule)} is found at ${quote(pointer)}`,
    hint: "Remove the entry.",
    cause:
      "The change that was accepted is not there any more. The entry would accept the next one of its kind at the same place.",
    bad: "openapi-actions diff git:v2.0.0 --baseline accepted.json   # accepted between v1 and v2",
    good: "openapi-actions diff git:v1.0.0 --baseline accepted.json",
    at: "sh",
  },
  "diff-baseline-expired": {
    severity: "warning",
    message: ({ rule, expires }: { rule: string; expires: string }) => `the change ${quote(rule)} was accepted until ${expires}`,
    hint: "Undo the change, or agree on a later day.",
    cause: "The change was accepted until a day that is over, so that it counts again.",
    bad: '{ "rule": "server-removed", "pointer": "/servers", "reason": "…", "expires": "2020-01-31" }',
    good: '{ "rule": "server-removed", "pointer": "/servers", "reason": "…", "expires": "2099-01-31" }',
    at: "json",
  },
} satisfies CodeRecords;

/** Reports one of them. */
export const report = createReporter(diffCodes);
