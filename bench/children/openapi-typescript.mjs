// Runs openapi-typescript alone, by its API: a document in, types out.
import { readFileSync, writeFileSync } from "node:fs";
import openapiTypeScript, { astToString } from "openapi-typescript";

const [document = "", out = ""] = process.argv.slice(2);
writeFileSync(out, astToString(await openapiTypeScript(readFileSync(document, "utf8"), { silent: true })));
