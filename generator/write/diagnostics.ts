import { quote } from "../diagnostics/escape.js";
import type { CodeRecords } from "../diagnostics/code-record.js";
import { createReporter } from "../diagnostics/report.js";

/** A problem of one path. */
export interface At {
  /** As shown to the user. */
  readonly path: string;
}

/** Problems of writing the output folder. */
export const outputCodes = {
  "output-foreign-file": {
    severity: "error",
    message: ({ path }: At) => `${quote(path)} exists and was not generated, so it is not overwritten`,
    hint: "Move or delete the file, generate into another folder with --out, or overwrite it with --force.",
    cause:
      "A file of this name is there, and the manifest doesn't know it, so somebody else wrote it. What was not generated is never overwritten.",
    bad: "src/generated/types.ts   # written by hand, or by another generator",
    good: "mv src/generated/types.ts src/own-types.ts && openapi-actions generate",
    at: "sh",
  },
  "output-edited": {
    severity: "error",
    message: ({ path }: At) => `${quote(path)} was edited since it was generated, so it is not overwritten`,
    hint: "Keep the change elsewhere, then delete the file or run generate --force.",
    cause:
      "The file is not as it was generated: somebody changed it, or a merge joined two versions line by line. The change would be lost. With `generated/** -merge` in `.gitattributes` git keeps one side of each file whole, which the next run overwrites.",
    bad: 'sed -i "s/Postgres/Pg/" generated/types.ts && openapi-actions generate',
    good: "rm generated/types.ts && openapi-actions generate   # a missing file is always written",
    at: "sh",
  },
  "output-stale-kept": {
    severity: "warning",
    message: ({ path }: At) => `${quote(path)} is no longer generated, but was edited or replaced, so it is kept`,
    hint: "It is yours from now on: delete it, or move it out of the output folder.",
    cause:
      "The contract no longer has what this file is about, so it would have been removed. But it was edited since it was generated, so it stays.",
    bad: "generated/validators/search.ts   # edited; the type search is gone",
    good: "rm generated/validators/search.ts",
    at: "sh",
  },
  "output-symlink": {
    severity: "error",
    message: ({ path, link }: At & { link: string }) =>
      path === link
        ? `${quote(link)} is a symbolic link, and links in the output folder are not followed`
        : `${quote(path)} leads through the symbolic link ${quote(link)}, and links in the output folder are not followed`,
    hint: "Remove the link. The output folder itself may be a link.",
    cause:
      "A link in the output folder could lead anywhere, so that a run would overwrite files elsewhere. Only the output folder itself may be a link.",
    bad: "ln -s ../shared/types.ts generated/types.ts",
    good: "rm generated/types.ts && openapi-actions generate",
    at: "sh",
  },
  "output-not-a-file": {
    severity: "error",
    message: ({ path }: At) => `${quote(path)} has to be a file, but something else is in its place`,
    hint: "Move or delete what is there, or generate into another folder with --out.",
    cause: "A folder, a pipe or a device stands where a file has to be written.",
    bad: "mkdir generated/types.ts",
    good: "rmdir generated/types.ts && openapi-actions generate",
    at: "sh",
  },
  "output-not-a-folder": {
    severity: "error",
    message: ({ path }: At) => `${quote(path)} has to be a folder, but something else is in its place`,
    hint: "Move or delete what is there, or generate into another folder with --out.",
    cause: "A file stands where a folder is needed.",
    bad: "touch generated",
    good: "rm generated && openapi-actions generate   # or --out another-folder",
    at: "sh",
  },
  "output-manifest": {
    severity: "error",
    message: ({ path, detail }: At & { detail: string }) => `the manifest ${quote(path)} is damaged: ${detail}`,
    hint: "Restore it from version control, or run generate --force, which overwrites all files of the output.",
    cause:
      "`manifest.json` lists what was generated. When it is damaged and git has no version of it, generated files can't be told from your own, so nothing is touched. Conflict markers of a merge do no harm: both sides are read.",
    bad: "head -c 1000 generated/manifest.json > short && mv short generated/manifest.json",
    good: "git checkout HEAD -- generated/manifest.json && openapi-actions generate",
    at: "sh",
  },
  "output-locked": {
    severity: "error",
    message: ({ path, holder }: At & { holder: string }) =>
      `another run is writing this folder: ${quote(path)} is held by ${holder}`,
    hint: "Wait for it to end. If no such process runs, delete the lock file.",
    cause: "Another run is writing the same folder, or was killed so hard that its lock stayed.",
    bad: "openapi-actions generate & openapi-actions generate",
    good: "openapi-actions generate",
    at: "sh",
  },
  "output-interrupted": {
    severity: "error",
    message: ({ path }: At) => `stopped before ${quote(path)} was written; the folder is as it was`,
    hint: "Run the command again.",
    cause: "The run was stopped, by Ctrl-C or by a build system, before it changed anything.",
    bad: "openapi-actions generate   # Ctrl-C",
    good: "openapi-actions generate",
    at: "sh",
  },
  "output-io": {
    severity: "error",
    message: ({ path, reason }: At & { reason: string }) => `cannot write ${quote(path)}: ${reason}`,
    hint: "Nothing was changed. Remove the cause and run the command again.",
    cause:
      "The operating system refused to write: the disk is full, the folder is read-only, the name is too long. The message has its code.",
    bad: "chmod a-w generated && openapi-actions generate",
    good: "chmod u+w generated && openapi-actions generate",
    at: "sh",
  },
} satisfies CodeRecords;

/** Reports one of them. */
export const report = createReporter(outputCodes);
