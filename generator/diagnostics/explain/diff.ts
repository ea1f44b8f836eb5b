import type { diffCodes } from "../catalog/diff.js";
import type { Explanations } from "./explanation.js";

/** Why two versions can't be compared, or what is wrong with a baseline of accepted changes. */
export const diffExplanations: Explanations<typeof diffCodes> = {
  "contract-not-found": {
    cause: "A folder stands for the `openapi.yaml`, `.yml` or `.json` in it or in its `spec`. This one has none of them.",
    bad: "openapi-actions diff old new   # new/api.yaml",
    good: "openapi-actions diff old new/api.yaml",
    at: "sh",
  },
  "git-unavailable": {
    cause: "`git:<ref>` is read through git, which is not installed here, or the working folder is in no repository.",
    bad: "cd /tmp && openapi-actions diff git:main spec/openapi.yaml",
    good: "openapi-actions diff old/openapi.yaml spec/openapi.yaml",
    at: "sh",
  },
  "git-ref-unknown": {
    cause: "The repository has no such branch, tag or commit. Builds often check out one commit and no branches.",
    bad: "openapi-actions diff git:mian",
    good: "git fetch --depth=1 origin main && openapi-actions diff git:FETCH_HEAD",
    at: "sh",
  },
  "git-path-unknown": {
    cause: "The commit has no contract at this path; perhaps the file has moved since.",
    bad: "openapi-actions diff git:v1.0.0 api/openapi.yaml   # it was spec/openapi.yaml then",
    good: "openapi-actions diff git:v1.0.0:spec/openapi.yaml api/openapi.yaml",
    at: "sh",
  },
  "git-export": {
    cause: "The contract's folder in that commit is too large to be a contract's, or git doesn't have its files.",
    bad: "git clone --filter=blob:none … && openapi-actions diff git:v1.0.0",
    good: "git clone … && openapi-actions diff git:v1.0.0",
    at: "sh",
  },
  "diff-rule-unknown": {
    cause: "No rule has this name, so the severity would count for nothing.",
    bad: "openapi-actions diff git:main --severity action-deleted=warning",
    good: "openapi-actions diff git:main --severity action-removed=warning",
    at: "sh",
  },
  "diff-baseline-invalid": {
    cause: "The file of accepted changes is missing or malformed. Without it they would be reported as new.",
    bad: '{ "findings": [{ "rule": "server-removed", "pointer": "/servers" }] }',
    good: '{ "findings": [{ "rule": "server-removed", "pointer": "/servers", "reason": "It never went live." }] }',
    at: "json",
  },
  "diff-baseline-unused": {
    cause:
      "The change that was accepted is not there any more. The entry would accept the next one of its kind at the same place.",
    bad: "openapi-actions diff git:v2.0.0 --baseline accepted.json   # accepted between v1 and v2",
    good: "openapi-actions diff git:v1.0.0 --baseline accepted.json",
    at: "sh",
  },
  "diff-baseline-expired": {
    cause: "The change was accepted until a day that is over, so that it counts again.",
    bad: '{ "rule": "server-removed", "pointer": "/servers", "reason": "…", "expires": "2020-01-31" }',
    good: '{ "rule": "server-removed", "pointer": "/servers", "reason": "…", "expires": "2099-01-31" }',
    at: "json",
  },
};
