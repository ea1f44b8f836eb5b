import { compare } from "../../diagnostics/diagnostic.js";
import { createNamer } from "../../model/names.js";
import type { Mode, Validators } from "./build-validators.js";

/** The imports of one output file. */
export interface FunctionImports {
  /** Imports a validator function or the data of a schema, unless this file contains it; returns its name. */
  validator(functionName: string): string;
  /** The same as a member of its whole module, which takes a single import regardless of the number of functions. */
  member(functionName: string): string;
  /** Imports from another file of the output. */
  add(name: string, file: string): void;
  /** The imports, one name per line, so that a new one is a new line. */
  toText(): string;
}

export function createFunctionImports(validators: Validators, path: string): FunctionImports {
  const names = new Map<string, Set<string>>();
  const wholes = new Map<string, string>();
  const add = (name: string, file: string) => void names.set(file, (names.get(file) ?? new Set()).add(name));
  const fileOf = (functionName: string) => {
    const { module } = (validators.schemas.get(functionName) ?? validators.functions.get(functionName))!;
    return `${functionsFolder}/${module}.ts`;
  };
  // `$postgres`: neither an action nor an import from the runtime has such a name.
  const unique = createNamer(["$Actions", "$actionGuards", "$actionErrorListers", "$actionStandards"]);
  return {
    add,
    validator(functionName) {
      const file = fileOf(functionName);
      if (file !== path) add(functionName, file);
      return functionName;
    },
    member(functionName) {
      const file = fileOf(functionName);
      let whole = wholes.get(file);
      if (whole === undefined) {
        const module = file.slice(functionsFolder.length + 1, -".ts".length);
        wholes.set(file, (whole = unique(`$${module.replace(/\W/g, "_")}`)));
        add(`* as ${whole}`, file);
      }
      return `${whole}.${functionName}`;
    },
    toText() {
      const files = [...names].sort(([a], [b]) => compare(a, b));
      return files
        .map(([file, imported]) => {
          const whole = [...imported].filter((name) => name.startsWith("* as "));
          if (whole.length > 0) return `import ${whole.join(", ")} from "${relativeSpecifier(path, file)}";\n`;
          const sorted = [...imported].sort(compare);
          const specifier = relativeSpecifier(path, file);
          const line = `import { ${sorted.join(", ")} } from "${specifier}";\n`;
          return line.length <= maxLine
            ? line
            : `import {\n${sorted.map((name) => `  ${name},\n`).join("")}} from "${specifier}";\n`;
        })
        .join("");
    },
  };
}

/** The longest line of code in the output. */
export const maxLine = 160;

/** The folder of the guards of a mode. */
export const guardFolders: Readonly<Record<Mode, string>> = {
  first: "validators",
  all: "validators/all-errors",
  standard: "validators/standard",
};

/** The folder of the compiled functions and of their schemas as data. */
export const functionsFolder = "validators/compiled";

/** Returns the specifier with which one file of the output imports another. */
function relativeSpecifier(from: string, to: string): string {
  const start = from.split("/").slice(0, -1);
  const target = to.replace(/\.ts$/, ".js").split("/");
  let shared = 0;
  while (shared < start.length && start[shared] === target[shared]) shared++;
  const up = "../".repeat(start.length - shared);
  return `${up || "./"}${target.slice(shared).join("/")}`;
}
