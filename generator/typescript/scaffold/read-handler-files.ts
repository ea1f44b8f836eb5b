import * as fs from "node:fs";
import path from "node:path";
import { compare } from "../../diagnostics/diagnostic.js";
import { decodeExactly } from "./user-source.js";

/** The TypeScript files below a folder, sorted by path; what is no UTF-8 text is left out, links are not followed. */
export function readHandlerFiles(folder: string): { readonly path: string; readonly text: string }[] {
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => compare(a.name, b.name))
    .flatMap((entry) => {
      const at = path.posix.join(folder.split(path.sep).join("/"), entry.name);
      if (entry.isDirectory()) return entry.name === "node_modules" ? [] : readHandlerFiles(at);
      if (!entry.isFile() || !/\.[cm]?ts$/.test(entry.name)) return [];
      const text = decodeExactly(fs.readFileSync(at));
      return text === undefined ? [] : [{ path: at, text }];
    });
}
