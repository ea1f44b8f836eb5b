import { link, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import type { Job } from "../operations/work.js";
import { makeServerFolder, writeServerFile } from "../postgres-server/run-program.js";

/**
 * Makes a file that only the platform may read, whole or not at all, and returns its size in bytes. What an earlier attempt has
 * finished stays as it is: an attempt that was paused must not replace what others rely on.
 */
export async function writeOnce(
  { operation }: Pick<Job, "operation">,
  file: string,
  write: (draft: string) => Promise<void>,
): Promise<number> {
  const draftOf = (attempt: number) => `${file}.${attempt}.draft`;
  const draft = draftOf(operation.attempt);
  await makeServerFolder(dirname(file));
  for (let attempt = 1; attempt < operation.attempt; attempt++) await rm(draftOf(attempt), { force: true });
  try {
    await writeServerFile(draft, "");
    await write(draft);
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
  return (await stat(file)).size;
}
