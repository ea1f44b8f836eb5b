import type { OutputFile } from "./output-file.js";

/** How files of the output import each other: `./types.js`, `./types.ts` or, for bundlers, `./types`. */
export const importExtensions = [".js", ".ts", "none"] as const;

export type ImportExtension = (typeof importExtensions)[number];

/**
 * A relative specifier where emitters and templates write one: in an import or export that begins a line, and in
 * `import("./x.js")` in an exported declaration or behind `return`. Quotes inside of texts are escaped, and lines of
 * comments begin otherwise, so no text of a contract matches.
 */
const specifiers = /^(?:(?:import|export|\}).*? from "|(?:export|  return) .*?\bimport\(")(\.{1,2}\/[^"\n]+\.js)"/gm;

/** The files of the output that one of them imports, types included, by their paths. */
export function importedFiles({ path, text }: OutputFile): string[] {
  if (!path.endsWith(".ts")) return [];
  return [...text.matchAll(specifiers)].map(([, specifier]) => resolve(path, specifier!));
}

/** The same file with another extension in what it imports. */
export function withImportExtension(file: OutputFile, extension: ImportExtension): OutputFile {
  if (extension === ".js" || !file.path.endsWith(".ts")) return file;
  const text = file.text.replace(specifiers, (matched: string, specifier: string) =>
    matched.replace(`"${specifier}"`, `"${specifierWith(specifier, extension)}"`),
  );
  return { ...file, text };
}

/** A specifier that ends in `.js` with another extension. */
export function specifierWith(specifier: string, extension: ImportExtension): string {
  return specifier.replace(/\.js$/, extension === "none" ? "" : extension);
}

/** The path of the TypeScript file that a file imports by a relative specifier. */
function resolve(from: string, specifier: string): string {
  const parts = from.split("/").slice(0, -1);
  for (const part of specifier.replace(/\.js$/, ".ts").split("/")) {
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  }
  return parts.join("/");
}
