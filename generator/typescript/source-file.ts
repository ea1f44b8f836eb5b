import { compare } from "../diagnostics/diagnostic.js";

/**
 * A TypeScript file being written. An import is a value: `file.type("Guard", "./guard.js")` returns the name to write,
 * and the import line follows from its use.
 */
export interface TextFile {
  /** Imports a type. */
  type(name: string, from: string): string;
  /** Imports a value. */
  value(name: string, from: string): string;
  /** Adds text to the body. */
  write(text: string): void;
  toText(): string;
}

export function createTextFile(header: string): TextFile {
  const imports = new Map<string, Map<string, "type" | "value">>();
  const body: string[] = [];
  const add = (name: string, from: string, kind: "type" | "value"): string => {
    const names = imports.get(from) ?? new Map<string, "type" | "value">();
    imports.set(from, names);
    if (kind === "value" || !names.has(name)) names.set(name, kind);
    return name;
  };
  return {
    type: (name, from) => add(name, from, "type"),
    value: (name, from) => add(name, from, "value"),
    write: (text) => void body.push(text),
    toText: () => {
      const lines = [...imports.keys()].sort(compare).map((from) => importLine(imports.get(from)!, from));
      const start = lines.length > 0 ? `${lines.join("\n")}\n\n` : "";
      return `${header}\n${start}${body.join("")}`;
    },
  };
}

function importLine(names: ReadonlyMap<string, "type" | "value">, from: string): string {
  const sorted = [...names.keys()].sort(compare);
  if (sorted.every((name) => names.get(name) === "type")) return `import type { ${sorted.join(", ")} } from "${from}";`;
  const list = sorted.map((name) => (names.get(name) === "type" ? `type ${name}` : name));
  return `import { ${list.join(", ")} } from "${from}";`;
}
