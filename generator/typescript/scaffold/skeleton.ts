import { commentText, stringLiteral } from "../encode.js";
import type { ScaffoldFile } from "./scaffold-file.js";

/**
 * A handler file without handlers, into which the first ones are put as all later ones are:
 *
 *     // Handlers for the actions of services of type postgres. Yours to edit: …
 *
 *     import { notImplemented, type PostgresHandlers } from "../generated/server/index.js";
 *
 *     export const postgres: PostgresHandlers = {};
 */
export function skeleton(file: ScaffoldFile, serverModule: string): string {
  const hasStubs = file.members.some((member) => member.kind === "stub");
  const names = hasStubs ? `{ notImplemented, type ${file.typeName} }` : `{ ${file.typeName} }`;
  return (
    `// ${commentText(file.header).join(" ")}\n\n` +
    `import ${hasStubs ? "" : "type "}${names} from ${stringLiteral(serverModule)};\n\n` +
    `${file.doc}export const ${file.exportName}: ${file.typeName} = {};\n`
  );
}
