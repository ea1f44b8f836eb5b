import { readTemplate } from "../templates.js";

/** What the command line takes where nothing else is said. */
export function defaults(): { readonly workingFolder: string; readonly template: typeof readTemplate } {
  return { workingFolder: process.cwd(), template: readTemplate };
}
