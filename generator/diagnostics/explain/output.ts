import type { outputCodes } from "../catalog/output.js";
import type { Explanations } from "./explanation.js";

/** Why the output folder is left as it is. */
export const outputExplanations: Explanations<typeof outputCodes> = {
  "output-foreign-file": {
    cause:
      "A file of this name is there, and the manifest doesn't know it, so somebody else wrote it. What was not generated is never overwritten.",
    bad: "src/generated/types.ts   # written by hand, or by another generator",
    good: "mv src/generated/types.ts src/own-types.ts && openapi-actions generate",
    at: "sh",
  },
  "output-edited": {
    cause: "The file is not as it was generated: somebody changed it, or a merge did. The change would be lost.",
    bad: 'sed -i "s/Postgres/Pg/" generated/types.ts && openapi-actions generate',
    good: "rm generated/types.ts && openapi-actions generate   # a missing file is always written",
    at: "sh",
  },
  "output-stale-kept": {
    cause:
      "The contract no longer has what this file is about, so it would have been removed. But it was edited since it was generated, so it stays.",
    bad: "generated/validators/search.ts   # edited; the type search is gone",
    good: "rm generated/validators/search.ts",
    at: "sh",
  },
  "output-symlink": {
    cause:
      "A link in the output folder could lead anywhere, so that a run would overwrite files elsewhere. Only the output folder itself may be a link.",
    bad: "ln -s ../shared/types.ts generated/types.ts",
    good: "rm generated/types.ts && openapi-actions generate",
    at: "sh",
  },
  "output-not-a-file": {
    cause: "A folder, a pipe or a device stands where a file has to be written.",
    bad: "mkdir generated/types.ts",
    good: "rmdir generated/types.ts && openapi-actions generate",
    at: "sh",
  },
  "output-not-a-folder": {
    cause: "A file stands where a folder is needed.",
    bad: "touch generated",
    good: "rm generated && openapi-actions generate   # or --out another-folder",
    at: "sh",
  },
  "output-manifest": {
    cause:
      "`manifest.json` says which files were generated. When it is damaged, nobody can tell them from files of your own, so nothing is touched.",
    bad: "<<<<<<< HEAD   # a merge conflict in generated/manifest.json",
    good: "git checkout --theirs generated && openapi-actions generate",
    at: "sh",
  },
  "output-locked": {
    cause: "Another run is writing the same folder, or was killed so hard that its lock stayed.",
    bad: "openapi-actions generate & openapi-actions generate",
    good: "openapi-actions generate",
    at: "sh",
  },
  "output-interrupted": {
    cause: "The run was stopped, by Ctrl-C or by a build system, before it changed anything.",
    bad: "openapi-actions generate   # Ctrl-C",
    good: "openapi-actions generate",
    at: "sh",
  },
  "output-io": {
    cause:
      "The operating system refused to write: the disk is full, the folder is read-only, the name is too long. The message has its code.",
    bad: "chmod a-w generated && openapi-actions generate",
    good: "chmod u+w generated && openapi-actions generate",
    at: "sh",
  },
};
