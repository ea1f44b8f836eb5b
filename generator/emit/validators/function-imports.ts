import { compare } from "../../diagnostics/diagnostic.js";
import type { Form, Mode, Validators } from "./build-validators.js";

/** The imports of one output file. */
export interface FunctionImports {
  /** Imports a validator function or the data of a schema, unless it stands in this very file; returns its name. */
  validator(functionName: string): string;
  /** Imports from a file of the output. */
  add(name: string, file: string): void;
  /** The import lines, one name each, so that a new one is a new line. */
  toText(): string;
}

export function createFunctionImports(validators: Validators, path: string): FunctionImports {
  const names = new Map<string, Set<string>>();
  const add = (name: string, file: string) => void names.set(file, (names.get(file) ?? new Set()).add(name));
  return {
    add,
    validator(functionName) {
      const data = validators.schemas.get(functionName);
      const file = data
        ? `${functionFolders.all}/${data.module}.ts`
        : `${functionFolders.first}/${validators.functions.get(functionName)!.module}.ts`;
      if (file !== path) add(functionName, file);
      return functionName;
    },
    toText() {
      const files = [...names].sort(([a], [b]) => compare(a, b));
      return files
        .map(([file, imported]) => {
          const whole = [...imported].filter((name) => name.startsWith("* as "));
          if (whole.length > 0) return `import ${whole.join(", ")} from "${relativeSpecifier(path, file)}";\n`;
          const lines = [...imported].sort(compare).map((name) => `  ${name},\n`);
          return `import {\n${lines.join("")}} from "${relativeSpecifier(path, file)}";\n`;
        })
        .join("");
    },
  };
}

/** Folder of the guards of a mode. */
export const guardFolders: Readonly<Record<Mode, string>> = {
  first: "validators",
  all: "validators/all-errors",
  standard: "validators/standard",
};

/** Folder of the compiled functions, and of the schemas as data. */
export const functionFolders: Readonly<Record<Form, string>> = {
  first: "validators/compiled",
  all: "validators/all-errors/schemas",
};

/** How one file of the output imports another. */
function relativeSpecifier(from: string, to: string): string {
  const start = from.split("/").slice(0, -1);
  const target = to.replace(/\.ts$/, ".js").split("/");
  let shared = 0;
  while (shared < start.length && start[shared] === target[shared]) shared++;
  const up = "../".repeat(start.length - shared);
  return `${up || "./"}${target.slice(shared).join("/")}`;
}
