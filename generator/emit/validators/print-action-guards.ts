import type { Action, Contract, ServiceType } from "../../model/contract.js";
import { docComment, stringLiteral } from "../../typescript/encode.js";
import { fileHeader } from "../header.js";
import type { OutputFile } from "../../typescript/output-file.js";
import type { Validators } from "./build-validators.js";
import { createFunctionImports } from "./function-imports.js";
import { guardFolders } from "./output-paths.js";
import type { Mode } from "./vocabulary.js";

/**
 * `validators/postgres.ts`:
 *
 *     export const add_ip = /* @__PURE__ *\/ $actionGuards<$Actions["add_ip"]>($PostgresAddIpBody, $PostgresAddIpResult);
 *
 * `validators/all-errors/postgres.ts` has `$actionErrorListers` there, with two functions for each. What is imported has a
 * `$` in its name, which no action's name has, and `function-names.ts` keeps these three free.
 */
export function printActionGuards(contract: Contract, validators: Validators, serviceType: ServiceType, mode: Mode): OutputFile {
  const path = `${guardFolders[mode]}/${serviceType.moduleName}.ts`;
  if (serviceType.actions.length === 0) return { path, text: `${fileHeader(contract)}\nexport {};\n` };
  const imports = createFunctionImports(validators, path);
  const functions = (component: string) => {
    const first = imports.validator(validators.componentFunction(component, "first"));
    return mode === "first" ? first : `${first}, ${imports.validator(validators.componentFunction(component, "all"))}`;
  };
  const make = (action: Action) =>
    mode === "first"
      ? `$actionGuards<$Actions[${stringLiteral(action.name)}]>(${functions(action.body)}, ${functions(action.result)})`
      : `$actionErrorListers(${functions(action.body)}, ${functions(action.result)})`;
  const declarations = serviceType.actions.map((action) => declare(action, `/* @__PURE__ */ ${make(action)}`));
  const runtime =
    mode === "first"
      ? `import type { ${serviceType.pascalName}Actions as $Actions } from "../actions.js";\n` +
        'import { actionGuards as $actionGuards } from "../runtime/validators/guard.js";\n'
      : 'import { actionErrorListers as $actionErrorListers } from "../../runtime/validators/all-errors.js";\n';
  return { path, text: `${fileHeader(contract)}\n${runtime}${imports.toText()}\n${declarations.join("\n")}` };
}

function declare(action: Action, value: string): string {
  const doc = docComment([action.label]);
  if (action.identifier === action.name) return `${doc}export const ${action.name} = ${value};\n`;
  const exported = /^[A-Za-z][A-Za-z0-9_]*$/.test(action.name) ? action.name : stringLiteral(action.name);
  return `${doc}const ${action.identifier} = ${value};\nexport { ${action.identifier} as ${exported} };\n`;
}
