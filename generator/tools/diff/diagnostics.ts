import { quote } from "../../diagnostics/escape.js";
import type { CodeRecords } from "../../diagnostics/code-record.js";
import { createReporter } from "../../diagnostics/report.js";

/** Problems in loading two versions. The changes themselves have codes of their own, `diff/<rule>`. */
export const diffCodes = {
  "contract-not-found": {
    severity: "error",
    message: ({ folder, tried }: { folder: string; tried: string }) =>
      `no contract found in the folder ${quote(folder)}; looked for ${tried}`,
    hint: "Give the path of the OpenAPI document.",
    cause:
      "A folder is resolved to the `openapi.yaml`, `.yml` or `.json` in it or in its `spec` folder. This one contains none of them.",
    bad: "openapi-actions diff old new   # new/api.yaml",
    good: "openapi-actions diff old new/api.yaml",
    at: "sh",
  },
  "git-unavailable": {
    severity: "error",
    message: ({ reason }: { reason: string }) => `cannot read from git: ${reason}`,
    hint: "Run the command inside a repository, or give the path of a file instead of git:<ref>.",
    cause: "`git:<ref>` is read with git, which is not installed, or the working folder is not inside a repository.",
    bad: "cd /tmp && openapi-actions diff git:main spec/openapi.yaml",
    good: "openapi-actions diff old/openapi.yaml spec/openapi.yaml",
    at: "sh",
  },
  "git-ref-unknown": {
    severity: "error",
    message: ({ ref }: { ref: string }) => `unknown git commit ${quote(ref)}`,
    hint: "Give a branch, a tag or a commit. In CI, fetch the history first: a shallow clone has only one commit.",
    cause: "The repository has no such branch, tag or commit. CI jobs often check out a single commit and no branches.",
    bad: "openapi-actions diff git:mian",
    good: "git fetch --depth=1 origin main && openapi-actions diff git:FETCH_HEAD",
    at: "sh",
  },
  "git-path-unknown": {
    severity: "error",
    message: ({ ref, path }: { ref: string; path: string }) => `no contract found at ${quote(path)} in ${quote(ref)}`,
    hint: "Give the path relative to the root of the repository, git:<ref>:<path>, or start it with ./ for the working folder.",
    cause: "The commit has no contract at this path. The file may have been moved since.",
    bad: "openapi-actions diff git:v1.0.0 api/openapi.yaml   # in v1.0.0 it was spec/openapi.yaml",
    good: "openapi-actions diff git:v1.0.0:spec/openapi.yaml api/openapi.yaml",
    at: "sh",
  },
  "git-export": {
    severity: "error",
    message: ({ ref, reason }: { ref: string; reason: string }) => `cannot read the contract in ${quote(ref)}: ${reason}`,
    cause: "The contract's folder in that commit exceeds the size limits, or git doesn't have all of its files.",
    bad: "git clone --filter=blob:none … && openapi-actions diff git:v1.0.0",
    good: "git clone … && openapi-actions diff git:v1.0.0",
    at: "sh",
  },
  "diff-rule-unknown": {
    severity: "error",
    message: ({ rule }: { rule: string }) => `unknown diff rule ${quote(rule)}`,
    hint: "docs/diff.md lists all rules.",
    cause: "No rule has this name, so the severity would have no effect.",
    bad: "openapi-actions diff git:main --severity action-deleted=warning",
    good: "openapi-actions diff git:main --severity action-removed=warning",
    at: "sh",
  },
  "diff-baseline-invalid": {
    severity: "error",
    message: ({ problem }: { problem: string }) => `invalid baseline: ${problem}`,
    hint: 'A baseline looks like { "findings": [{ "rule": "…", "pointer": "/…", "reason": "…", "expires": "2027-01-31" }] }.',
    cause: "The baseline is missing or malformed. Without it, accepted changes would be reported as new.",
    bad: '{ "findings": [{ "rule": "server-removed", "pointer": "/servers" }] }',
    good: '{ "findings": [{ "rule": "server-removed", "pointer": "/servers", "reason": "It never went live." }] }',
    at: "json",
  },
  "diff-baseline-unused": {
    severity: "warning",
    message: ({ rule, pointer }: { rule: string; pointer: string }) => `no ${quote(rule)} change found at ${quote(pointer)}`,
    hint: "Remove the entry.",
    cause: "The accepted change no longer exists. The entry would accept the next change of its kind at the same location.",
    bad: "openapi-actions diff git:v2.0.0 --baseline accepted.json   # accepted between v1 and v2",
    good: "openapi-actions diff git:v1.0.0 --baseline accepted.json",
    at: "sh",
  },
  "diff-baseline-expired": {
    severity: "warning",
    message: ({ rule, expires }: { rule: string; expires: string }) => `the accepted change ${quote(rule)} expired on ${expires}`,
    hint: "Revert the change, or set a later date.",
    cause: "The change was accepted until a date that has passed, so it is reported again.",
    bad: '{ "rule": "server-removed", "pointer": "/servers", "reason": "…", "expires": "2020-01-31" }',
    good: '{ "rule": "server-removed", "pointer": "/servers", "reason": "…", "expires": "2099-01-31" }',
    at: "json",
  },
} satisfies CodeRecords;

/** Reports one of these problems. */
export const report = createReporter(diffCodes);
