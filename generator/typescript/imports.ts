import type { OutputFile } from "./output-file.js";

/** How files of the output import each other: `./types.js`, `./types.ts` or, for bundlers, `./types`. */
export const importExtensions = [".js", ".ts", "none"] as const;

export type ImportExtension = (typeof importExtensions)[number];

/**
 * Matches a relative specifier as emitters and templates write it: in an import or export at the start of a line, and in
 * `import("./x.js")` in an exported declaration or after `return`. Quotes in texts are escaped, and lines of comments start
 * differently, so no text of a contract matches.
 */
const specifiers = /^(?:(?:import|export|\}).*? from "|(?:export|  return) .*?\bimport\(")(\.{1,2}\/[^"\n]+\.js)"/gm;

/** Returns the paths of the files of the output that one of them imports, including imports of types. */
export function importedFiles({ path, text }: OutputFile): string[] {
  if (!path.endsWith(".ts")) return [];
  return [...text.matchAll(specifiers)].map(([, specifier]) => resolveImport(path, specifier!));
}

/** Returns the same file with another extension in its imports. */
export function withImportExtension(file: OutputFile, extension: ImportExtension): OutputFile {
  if (extension === ".js" || !file.path.endsWith(".ts")) return file;
  const text = file.text.replace(specifiers, (matched: string, specifier: string) =>
    matched.replace(`"${specifier}"`, `"${specifierWith(specifier, extension)}"`),
  );
  return { ...file, text };
}

/** Returns a specifier that ends in `.js` with another extension. */
export function specifierWith(specifier: string, extension: ImportExtension): string {
  return specifier.replace(/\.js$/, extension === "none" ? "" : extension);
}

/** Returns the path of the TypeScript file that a file imports by a relative specifier. */
export function resolveImport(from: string, specifier: string): string {
  const parts = from.split("/").slice(0, -1);
  for (const part of specifier.replace(/\.js$/, ".ts").split("/")) {
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  }
  return parts.join("/");
}
