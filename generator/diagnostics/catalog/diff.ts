import { error, quote, warning } from "./entry.js";

/** Problems of comparing two versions. What a comparison finds has codes of its own, `diff/<rule>`. */
export const diffCodes = {
  "contract-not-found": error(
    ({ folder, tried }: { folder: string; tried: string }) =>
      `found no contract in the folder ${quote(folder)}; looked for ${tried}`,
    "Give the path of the OpenAPI document.",
  ),
  "git-unavailable": error(
    ({ reason }: { reason: string }) => `cannot read from git: ${reason}`,
    "Run the command inside of a repository, or give the path of a file instead of git:<ref>.",
  ),
  "git-ref-unknown": error(
    ({ ref }: { ref: string }) => `git knows no commit ${quote(ref)}`,
    "Give a branch, a tag or a commit. In a build, fetch the history first: a shallow clone has one commit only.",
  ),
  "git-path-unknown": error(
    ({ ref, path }: { ref: string; path: string }) => `there is no contract at ${quote(path)} in ${quote(ref)}`,
    "Give its path from the root of the repository, git:<ref>:<path>, or with ./ from here.",
  ),
  "git-export": error(
    ({ ref, reason }: { ref: string; reason: string }) => `cannot read the contract of ${quote(ref)}: ${reason}`,
  ),
  "diff-rule-unknown": error(
    ({ rule }: { rule: string }) => `${quote(rule)} is no rule of diff`,
    "docs/diff.md lists all rules.",
  ),
  "diff-baseline-invalid": error(
    ({ problem }: { problem: string }) => `not a baseline of accepted changes: ${problem}`,
    'A baseline looks like { "findings": [{ "rule": "…", "pointer": "/…", "reason": "…", "expires": "2027-01-31" }] }.',
  ),
  "diff-baseline-unused": warning(
    ({ rule, pointer }: { rule: string; pointer: string }) => `no change ${quote(rule)} is found at ${quote(pointer)}`,
    "Remove the entry.",
  ),
  "diff-baseline-expired": warning(
    ({ rule, expires }: { rule: string; expires: string }) => `the change ${quote(rule)} was accepted until ${expires}`,
    "Undo the change, or agree on a later day.",
  ),
};
