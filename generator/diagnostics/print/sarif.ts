import { isAbsolute } from "node:path";
import { pathToFileURL } from "node:url";
import { countedMessage, type Diagnostic, type Location } from "../diagnostic.js";
import { fingerprints } from "../fingerprint.js";
import { jsonText } from "../escape.js";

/** The description of the tool in a SARIF log. */
export interface SarifTool {
  readonly version: string;
  /** The reason why a code is reported, and what to do about it; absent for a code without an explanation. */
  readonly describe: (code: string) => { readonly cause: string; readonly help: string } | undefined;
}

/** Prints a SARIF 2.1.0 log with one run. A problem without a location in a file is a notification of the run, not a result. */
export function printSarif(diagnostics: readonly Diagnostic[], tool: SarifTool): string {
  const placed = diagnostics.filter(({ location }) => location !== undefined);
  const unplaced = diagnostics.filter(({ location }) => location === undefined);
  const rules = [...new Set(placed.map(({ code }) => code))].sort();
  const keys = fingerprints(placed);
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "openapi-actions",
            semanticVersion: tool.version,
            rules: rules.map((code) => descriptor(code, tool)),
            notifications: [...new Set(unplaced.map(({ code }) => code))].sort().map((code) => descriptor(code, tool)),
          },
        },
        invocations: [
          {
            executionSuccessful: unplaced.every(({ severity }) => severity !== "error"),
            toolExecutionNotifications: unplaced.map((diagnostic) => ({
              descriptor: { id: diagnostic.code },
              level: diagnostic.severity,
              message: messageOf(diagnostic),
            })),
          },
        ],
        columnKind: "utf16CodeUnits",
        results: placed.map((diagnostic, index) => ({
          ruleId: diagnostic.code,
          ruleIndex: rules.indexOf(diagnostic.code),
          level: diagnostic.severity,
          message: messageOf(diagnostic),
          locations: [{ physicalLocation: physicalLocation(diagnostic.location!) }],
          relatedLocations: diagnostic.related.map(({ message, location }, id) => ({
            id,
            message: { text: message },
            physicalLocation: physicalLocation(location),
          })),
          ...(diagnostic.count !== undefined && { occurrenceCount: diagnostic.count }),
          partialFingerprints: { "openapiActions/v1": keys[index] },
        })),
      },
    ],
  };
  return jsonText(log);
}

function descriptor(id: string, tool: SarifTool): object {
  const described = tool.describe(id);
  if (!described) return { id };
  return { id, fullDescription: { text: described.cause }, help: { text: described.help, markdown: described.help } };
}

function messageOf(diagnostic: Diagnostic): object {
  const { hint } = diagnostic;
  const message = countedMessage(diagnostic);
  return { text: hint === undefined ? message : `${message}. ${hint}` };
}

function physicalLocation({ path, line, column, endColumn }: Location): object {
  return {
    artifactLocation: isAbsolute(path) ? { uri: pathToFileURL(path).href } : { uri: relativeUri(path), uriBaseId: "%SRCROOT%" },
    region: { startLine: line, startColumn: column, ...(endColumn !== undefined && { endColumn }) },
  };
}

function relativeUri(path: string): string {
  return path
    .replaceAll(/\p{Surrogate}/gu, "\ufffd")
    .split("/")
    .map(encodeURIComponent)
    .join("/");
}
