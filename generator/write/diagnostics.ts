import { quote } from "../diagnostics/escape.js";
import type { CodeRecords } from "../diagnostics/code-record.js";
import { createReporter } from "../diagnostics/report.js";

/** A problem at one path. */
export interface At {
  /** As displayed to the user. */
  readonly path: string;
}

/** Problems of writing the output folder. */
export const outputCodes = {
  "output-foreign-file": {
    severity: "error",
    message: ({ path }: At) => `${quote(path)} exists but was not generated, so it was left untouched`,
    hint: "Move or delete the file, generate into another folder with --out, or overwrite it with --force.",
    cause: "The manifest doesn't list this file, so it was not generated. Only generated files are overwritten.",
    bad: "src/generated/types.ts   # written by hand, or by another generator",
    good: "mv src/generated/types.ts src/own-types.ts && openapi-actions generate",
    at: "sh",
  },
  "output-edited": {
    severity: "error",
    message: ({ path }: At) => `${quote(path)} was edited since it was generated, so it was left untouched`,
    hint: "Keep the change elsewhere, then delete the file or run generate --force.",
    cause:
      "The file differs from what was generated: it was edited, or a merge combined two versions line by line. Overwriting it would lose the change. With `generated/** -merge` in `.gitattributes`, git keeps one version of each file, which the next run overwrites.",
    bad: 'sed -i "s/Postgres/Pg/" generated/types.ts && openapi-actions generate',
    good: "rm generated/types.ts && openapi-actions generate   # a missing file is always written",
    at: "sh",
  },
  "output-outdated": {
    severity: "error",
    message: ({ files }: At & { files: number }) =>
      files === 1 ? "the file differs from what is generated" : `${files} files differ from what is generated; this is the first`,
    hint: "Run the command without --check, and commit the result.",
    cause:
      "The contract, the config or the version of openapi-actions changed since the output was written, or somebody edited it. `--check` exits with 3 then.",
    bad: "openapi-actions generate --check   # after an edit of the contract",
    good: "openapi-actions generate && git add generated",
    at: "sh",
  },
  "output-stale-kept": {
    severity: "warning",
    message: ({ path }: At) => `${quote(path)} is no longer generated, but was edited or replaced, so it was left untouched`,
    hint: "Delete the file, or move it out of the output folder. It is yours from now on.",
    cause:
      "The contract no longer defines the subject of this file, so the file would be removed. It was edited since it was generated, so it is kept.",
    bad: "generated/validators/search.ts   # edited; the contract no longer has the type search",
    good: "rm generated/validators/search.ts",
    at: "sh",
  },
  "output-symlink": {
    severity: "error",
    message: ({ path, link }: At & { link: string }) =>
      path === link
        ? `${quote(link)} is a symbolic link; links in the output folder are not followed`
        : `${quote(path)} leads through the symbolic link ${quote(link)}; links in the output folder are not followed`,
    hint: "Remove the link. Only the output folder itself may be a link.",
    cause:
      "A link in the output folder could lead anywhere, so a run could overwrite files elsewhere. Only the output folder itself may be a link.",
    bad: "ln -s ../shared/types.ts generated/types.ts",
    good: "rm generated/types.ts && openapi-actions generate",
    at: "sh",
  },
  "output-not-a-file": {
    severity: "error",
    message: ({ path }: At) => `${quote(path)} must be a file, but something else exists at this path`,
    hint: "Move or delete it, or generate into another folder with --out.",
    cause: "A folder, a pipe or a device exists at the path of a generated file.",
    bad: "mkdir generated/types.ts",
    good: "rmdir generated/types.ts && openapi-actions generate",
    at: "sh",
  },
  "output-not-a-folder": {
    severity: "error",
    message: ({ path }: At) => `${quote(path)} must be a folder, but something else exists at this path`,
    hint: "Move or delete it, or generate into another folder with --out.",
    cause: "A file exists at the path of a folder.",
    bad: "touch generated",
    good: "rm generated && openapi-actions generate   # or --out another-folder",
    at: "sh",
  },
  "output-manifest": {
    severity: "error",
    message: ({ path, detail }: At & { detail: string }) => `the manifest ${quote(path)} is damaged: ${detail}`,
    hint: "Restore it from version control, or run generate --force, which overwrites all files of the output.",
    cause:
      "`manifest.json` lists the generated files. If it is damaged and git has no version of it, generated files can't be distinguished from your own, so none is changed. Conflict markers of a merge are harmless: both versions are read.",
    bad: "head -c 1000 generated/manifest.json > short && mv short generated/manifest.json",
    good: "git checkout HEAD -- generated/manifest.json && openapi-actions generate",
    at: "sh",
  },
  "output-locked": {
    severity: "error",
    message: ({ path, holder }: At & { holder: string }) =>
      `another run is writing to this folder: ${quote(path)} is locked by ${holder}`,
    hint: "Wait for it to finish. If no such process is running, delete the lock file.",
    cause: "Another run is writing to the same folder, or it was killed and could not remove its lock.",
    bad: "openapi-actions generate & openapi-actions generate",
    good: "openapi-actions generate",
    at: "sh",
  },
  "output-interrupted": {
    severity: "error",
    message: ({ path }: At) => `stopped before ${quote(path)} was written; the folder is unchanged`,
    hint: "Run the command again.",
    cause: "The run was interrupted by Ctrl-C or by a build system before it changed anything.",
    bad: "openapi-actions generate   # Ctrl-C",
    good: "openapi-actions generate",
    at: "sh",
  },
  "output-io": {
    severity: "error",
    message: ({ path, reason }: At & { reason: string }) => `cannot write ${quote(path)}: ${reason}`,
    hint: "Nothing was changed. Fix the cause and run the command again.",
    cause:
      "The operating system could not write, for example because the disk is full, the folder is read-only or the name is too long. The message contains its code.",
    bad: "chmod a-w generated && openapi-actions generate",
    good: "chmod u+w generated && openapi-actions generate",
    at: "sh",
  },
} satisfies CodeRecords;

/** Reports one of these problems. */
export const report = createReporter(outputCodes);
