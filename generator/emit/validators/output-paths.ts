import type { Mode } from "./vocabulary.js";

/** Folder of the guards of a mode. */
export const guardFolders: Readonly<Record<Mode, string>> = { first: "validators", all: "validators/all-errors" };

/** Folder of the compiled functions of a mode. */
export const functionFolders: Readonly<Record<Mode, string>> = {
  first: "validators/compiled",
  all: "validators/all-errors/compiled",
};

/** How one file of the output imports another. */
export function relativeSpecifier(from: string, to: string): string {
  const start = from.split("/").slice(0, -1);
  const target = to.replace(/\.ts$/, ".js").split("/");
  let shared = 0;
  while (shared < start.length && start[shared] === target[shared]) shared++;
  const up = "../".repeat(start.length - shared);
  return `${up || "./"}${target.slice(shared).join("/")}`;
}
