import type { Contract } from "../../model/contract.js";
import { propertyKey } from "../../typescript/encode.js";
import { createTextFile } from "../../typescript/text-file.js";
import { fileHeader } from "../header.js";
import type { OutputFile } from "../../typescript/output-file.js";
import { printLiteral } from "../server/literal.js";

/** `client/retry.ts`: `retry`, which knows the actions that may be repeated. */
export function printRetry(contract: Contract): OutputFile {
  const file = createTextFile(fileHeader(contract));
  for (const name of ["RepeatableActions", "RetryOptions"]) file.type(name, "../runtime/client/retry.js");
  file.value("createRetry", "../runtime/client/retry.js");
  file.type("Middleware", "../runtime/client/call.js");
  const members = contract.serviceTypes.map(({ name, actions }) => {
    const repeatable = actions.filter(({ readOnly, idempotent }) => readOnly || idempotent).map((action) => action.name);
    return `  ${propertyKey(name)}: ${printLiteral(repeatable, "  ")},\n`;
  });
  file.write(
    "/** The actions that the contract calls read-only or idempotent. */\n" +
      `const repeatable: RepeatableActions = {\n${members.join("")}};\n\n` +
      "/**\n" +
      " * Repeats calls that failed for a reason that may pass: `use: [retry()]`. Only actions that the contract calls read-only or\n" +
      " * idempotent are repeated, and operations by GET, HEAD, PUT, DELETE and OPTIONS.\n" +
      " */\n" +
      "export function retry(options?: RetryOptions): Middleware {\n  return createRetry(repeatable, options);\n}\n",
  );
  return { path: "client/retry.ts", text: file.toText(), declares: ["repeatable", "retry"] };
}
