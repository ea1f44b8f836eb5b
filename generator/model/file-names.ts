import { createNamer } from "./names.js";

const device = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(?=\.|$)/i;
const numbers = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

/** Names that Windows keeps for devices, whatever their case and extension. */
const deviceNames = ["con", "prn", "aux", "nul", ...numbers.flatMap((number) => [`com${number}`, `lpt${number}`])];

/** Longer names leave too little for an extension and a number. */
const longest = 100;

/**
 * A name of a contract as that of a file or folder, without extension: of letters, digits, `_`, `-` and dots inside, short
 * enough for every file system, and no device. Everything else becomes `replacement`. Different names may become the same.
 */
export function fileName(name: string, replacement: "-" | "_"): string {
  const text = name
    .replace(/[^A-Za-z0-9_.-]+/g, replacement)
    .slice(0, longest)
    .replace(/^\./, replacement)
    .replace(/\.$/, replacement)
    .replace(device, "$1_");
  return text === "" ? "_" : text;
}

/** Hands out names of files in one folder that differ in more than case, by a number behind the name; none is a device. */
export function createFileNamer(taken: Iterable<string>): (wanted: string) => string {
  return createNamer([...taken, ...deviceNames]);
}
