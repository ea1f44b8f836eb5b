import type { Contract } from "../../model/contract.js";
import { propertyKey } from "../../typescript/encode.js";
import { fileHeader } from "../header.js";
import type { OutputFile } from "../../typescript/output-file.js";
import { webhooksModule, type Validators } from "./build-validators.js";
import { guardFolders } from "./output-paths.js";
import type { Mode } from "./vocabulary.js";

/**
 * `validators/index.ts`:
 *
 *     export const actions = { postgres: $postgres, "share-groups": $share_groups };
 *     export { operations } from "./operations.js";
 */
export function printIndex(contract: Contract, validators: Validators, mode: Mode): OutputFile {
  const { serviceTypes } = contract;
  const imports = serviceTypes.map(({ identifier, moduleName }) => `import * as $${identifier} from "./${moduleName}.js";\n`);
  const members = serviceTypes.map(({ name, identifier }) => `  ${propertyKey(name)}: $${identifier},\n`);
  const doc =
    mode === "first"
      ? "The guards of every action's body and result, by service type and action."
      : "Lists all errors of every action's body and result, by service type and action.";
  const webhooks = validators.webhooks.length > 0 ? `export { webhooks } from "./${webhooksModule}.js";\n` : "";
  const exports =
    mode === "first"
      ? 'export type { ActionGuards, Guard } from "../runtime/validators/guard.js";\n' +
        'export type { ActionErrorListers, ErrorLister } from "../runtime/validators/all-errors.js";\n' +
        'export type { ValidationError } from "../runtime/validators/guard.js";\n\n' +
        "/** Loads the validators that list every error of a value. They have the same places as those here. */\n" +
        'export function loadAllErrors(): Promise<typeof import("./all-errors/index.js")> {\n  return import("./all-errors/index.js");\n}\n'
      : 'export type { ActionErrorListers, ErrorLister } from "../../runtime/validators/all-errors.js";\n';
  return {
    path: `${guardFolders[mode]}/index.ts`,
    text:
      `${fileHeader(contract)}\n${imports.join("")}${imports.length > 0 ? "\n" : ""}` +
      `/** ${doc} */\nexport const actions = {\n${members.join("")}};\n\n` +
      `export { operations } from "./operations.js";\n${webhooks}${exports}`,
  };
}
