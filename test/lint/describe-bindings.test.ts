import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { loadContract } from "../../generator/document/load-contract.js";
import { describeBindings } from "../../generator/lint/describe-bindings.js";
import { contract } from "./lint-text.js";

function described(yaml: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), "describe-"));
  try {
    writeFileSync(path.join(folder, "openapi.yaml"), yaml);
    return describeBindings(loadContract("openapi.yaml", { workingFolder: folder }).contract!);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test("prints what was inferred", () => {
  expect(described(contract())).toBe(`POST /services/{service_id}/actions/{action} (postgres)
  successes  200 (contract)
  envelope   status at /status (contract), result at /result (contract)
  error      default: application/json, "code: message" at /error (contract)
  service    no operation (contract), type at /type (assumed), status at /status (assumed), plan at /plan (assumed), actions at /capabilities/actions (assumed)
  following  none: no operation resource can be inferred; x-platform-action-binding: { async: … } names one
`);
});

test("prints what a binding defines, and what is assumed", () => {
  const paths = `
/jobs/{job_id}:
  get:
    operationId: getJob
    parameters: [{ name: job_id, in: path, required: true, schema: { type: string } }]
    responses: { "200": { description: Job., content: { application/json: { schema: { type: object, properties: { state: { enum: [running, ended, failed] } } } } } } }`;
  const operation = `
x-platform-action-binding:
  response: { result: "", status: null }
  async: { operation: getJob, id: /result }
  service: { operation: getJob, type: null }`;
  const yaml = contract({ paths, operation, root: "x-platform-error-binding: { code: null }" });
  expect(described(yaml)).toBe(`POST /services/{service_id}/actions/{action} (postgres)
  successes  200 (contract)
  envelope   result at the root (binding)
  error      default: application/json, message at /error (contract)
  service    GET /jobs/{job_id} (binding), status at /state (contract)
  following  GET /jobs/{job_id} with the id at /result (binding), status at /state; pending: running; done: ended; failed: failed; follow is not exported: no action has async: true
`);
  expect(described(contract().replace(/"200": /, "2XX: "))).toContain("  successes  2XX (contract)\n");
  expect(described(contract().replace(/"200": .*/, '"204": { description: Done. }'))).toContain("  envelope   nothing\n");
  expect(described(contract().replace(/"200": .*/, '"200": { description: Done. }'))).toContain(
    "  envelope   action at /action (assumed), status at /status (assumed),",
  );
});
