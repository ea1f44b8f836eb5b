import type { Contract } from "../../model/contract.js";
import { sentRequests } from "../../model/sent-requests.js";
import { propertyKey, stringLiteral } from "../../typescript/encode.js";
import { fileHeader } from "../header.js";
import type { OutputFile } from "../../typescript/output-file.js";
import { webhooksModule, type Validators } from "./build-validators.js";
import { createFunctionImports } from "./function-imports.js";
import { guardFolders } from "./output-paths.js";
import { guardImports, printParts } from "./print-parts.js";
import type { Mode } from "./vocabulary.js";

const docs: Readonly<Record<Mode, string>> = {
  first: "The guards of what the service sends by itself, by webhook and method; a callback is `<operation>.<callback>`.",
  all: "Lists all errors of what the service sends by itself.",
};

/**
 * `validators/webhooks.ts`:
 *
 *     export const webhooks = {
 *       "order.shipped": {
 *         post: {
 *           body: /* @__PURE__ *\/ guard<NonNullable<Webhooks["order.shipped"]["post"]["requestBody"]>["content"]["application/json"]>($Order),
 */
export function printWebhookGuards(contract: Contract, validators: Validators, mode: Mode): OutputFile {
  const path = `${guardFolders[mode]}/${webhooksModule}.ts`;
  const imports = createFunctionImports(validators, path);
  const requests = new Map<string, string[]>();
  sentRequests(contract).forEach(({ name, method }, index) => {
    const parts = printParts(validators.webhooks[index]!, validators, imports, mode, "      ");
    requests.set(name, [...(requests.get(name) ?? []), `    ${stringLiteral(method)}: {\n${parts}    },\n`]);
  });
  const members = [...requests].map(([name, printed]) => `  ${propertyKey(name)}: {\n${printed.join("")}  },\n`);
  const hasParts = validators.webhooks.some(({ parts }) => parts.length > 0);
  return {
    path,
    text:
      `${fileHeader(contract)}\n${hasParts ? guardImports(mode, "webhooks as Webhooks") : ""}${imports.toText()}` +
      `\n/** ${docs[mode]} */\nexport const webhooks = {\n${members.join("")}};\n`,
  };
}
