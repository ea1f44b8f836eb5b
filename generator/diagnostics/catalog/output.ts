import { error, quote, warning } from "./entry.js";

/** A problem of one path. */
export interface At {
  /** As shown to the user. */
  readonly path: string;
}

/** Problems of writing the output folder. */
export const outputCodes = {
  "output-foreign-file": error<At>(
    ({ path }) => `${quote(path)} exists and was not generated, so it is not overwritten`,
    "Move or delete the file, or generate into another folder with --out.",
  ),
  "output-edited": error<At>(
    ({ path }) => `${quote(path)} was edited since it was generated, so it is not overwritten`,
    "Keep the change elsewhere, delete the file and generate again: a missing file is always written.",
  ),
  "output-stale-kept": warning<At>(
    ({ path }) => `${quote(path)} is no longer generated, but was edited or replaced, so it is kept`,
    "It is yours from now on: delete it, or move it out of the output folder.",
  ),
  "output-symlink": error<At & { link: string }>(
    ({ path, link }) =>
      path === link
        ? `${quote(link)} is a symbolic link, and links in the output folder are not followed`
        : `${quote(path)} leads through the symbolic link ${quote(link)}, and links in the output folder are not followed`,
    "Remove the link. The output folder itself may be a link.",
  ),
  "output-not-a-file": error<At>(
    ({ path }) => `${quote(path)} has to be a file, but something else is in its place`,
    "Move or delete what is there, or generate into another folder with --out.",
  ),
  "output-not-a-folder": error<At>(
    ({ path }) => `${quote(path)} has to be a folder, but something else is in its place`,
    "Move or delete what is there, or generate into another folder with --out.",
  ),
  "output-manifest": error<At & { detail: string }>(
    ({ path, detail }) => `the manifest ${quote(path)} is damaged: ${detail}`,
    "Restore it from version control, or after a merge take one side's whole output folder, and generate again.",
  ),
  "output-locked": error<At & { holder: string }>(
    ({ path, holder }) => `another run is writing this folder: ${quote(path)} is held by ${holder}`,
    "Wait for it to end. If no such process runs, delete the lock file.",
  ),
  "output-interrupted": error<At>(
    ({ path }) => `stopped before ${quote(path)} was written; the folder is as it was`,
    "Run the command again.",
  ),
  "output-io": error<At & { reason: string }>(
    ({ path, reason }) => `cannot write ${quote(path)}: ${reason}`,
    "Nothing was changed. Remove the cause and run the command again.",
  ),
};
