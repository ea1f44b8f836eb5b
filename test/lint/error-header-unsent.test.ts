import { expect, test } from "vitest";
import { contract, findings } from "./lint-text.js";

const of = (status: string, header: string, edit = (yaml: string) => yaml) =>
  findings(
    "error-header-unsent",
    edit(
      contract().replace(
        "        default:",
        `        "${status}": { description: No., headers: { ${header} }, content: { application/json: { schema: { $ref: "#/components/schemas/Failure" } } } }\n        default:`,
      ),
    ),
  );
const told = (header: string, status: string, code: string) => [
  `[${header}] warning the response "${status}" of "POST /services/{service_id}/actions/{action}" requires the header "${header}", which the server does not send with its failure "${code}"`,
];
const required = "{ required: true, schema: { type: string } }";

test("a header that the server has no value for", () => {
  expect(of("409", `Retry-After: ${required}`)).toEqual(told("Retry-After", "409", "action_unavailable"));
  expect(of("4XX", `WWW-Authenticate: ${required}`)).toEqual(told("WWW-Authenticate", "4XX", "access_denied"));
});

test("headers that are optional or sent, and responses that only handlers send", () => {
  expect(of("409", "Retry-After: { schema: { type: string } }")).toEqual([]);
  expect(of("409", `X-Request-Id: ${required}`)).toEqual([]);
  expect(of("401", `WWW-Authenticate: ${required}`)).toEqual([]);
  expect(of("429", `Retry-After: ${required}`)).toEqual([]);
});

test("a challenge needs a scheme of the Authorization header", () => {
  const byKey = (yaml: string) => yaml.replace("{ type: http, scheme: bearer }", "{ type: apiKey, in: header, name: X-Key }");
  expect(of("401", `WWW-Authenticate: ${required}`, byKey)).toEqual(told("WWW-Authenticate", "401", "unauthenticated"));
  const inHeader = (yaml: string) =>
    yaml.replace("{ type: http, scheme: bearer }", "{ type: apiKey, in: header, name: Authorization }");
  expect(of("401", `WWW-Authenticate: ${required}`, inHeader)).toEqual([]);
});
