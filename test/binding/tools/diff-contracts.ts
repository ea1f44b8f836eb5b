import { changes } from "../../tools/diff/small-contracts.js";

/** Machines: `{ request, action, state, output }`, 201 with a header, 202 with the header of an operation, problem+json. */
export const machines = `
paths:
  /machines/{machine_id}:
    parameters: [{ name: machine_id, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getMachine
      responses:
        "200": { description: A machine., content: { application/json: { schema: { $ref: "#/components/schemas/Machine" } } } }
        default: { $ref: "#/components/responses/Problem" }
  /operations/{operation_id}:
    get:
      operationId: getOperation
      parameters: [{ name: operation_id, in: path, required: true, schema: { type: string } }]
      responses:
        "200":
          description: An operation.
          content:
            application/json:
              schema: { type: object, required: [status], properties: { status: { enum: [running, succeeded, stopped, failed] } } }
        default: { $ref: "#/components/responses/Problem" }
  /machines/{machine_id}/do/{action}:
    post:
      operationId: invokeMachine
      parameters:
        - { name: machine_id, in: path, required: true, schema: { type: string } }
        - { name: action, in: path, required: true, schema: { type: string } }
        - { name: dry_run, in: query, schema: { type: boolean } }
      requestBody: { required: true, content: { application/json: { schema: { type: object } } } }
      x-platform-vm-actions:
        start: { label: Start, result: { type: object, properties: { ip: { type: string } } } }
        resize: { label: Resize, async: true, body: { type: object, properties: { size: { type: string } } } }
      responses:
        "201":
          description: Done.
          headers: { Location: { schema: { type: string } } }
          content: { application/json: { schema: { $ref: "#/components/schemas/Done" } } }
        "202":
          description: Accepted.
          headers: { Operation-Location: { schema: { type: string } } }
          content: { application/json: { schema: { $ref: "#/components/schemas/Done" } } }
        default: { $ref: "#/components/responses/Problem" }
components:
  responses:
    Problem:
      description: It failed.
      content: { application/problem+json: { schema: { $ref: "#/components/schemas/Problem" } } }
  schemas:
    Problem:
      type: object
      required: [title, status]
      properties:
        title: { type: string }
        status: { type: integer }
        detail: { type: string }
        code: { type: string }
        errors: { type: array, items: { type: object, properties: { pointer: { type: string }, detail: { type: string } } } }
    Machine:
      type: object
      required: [id, kind]
      properties: { id: { type: string }, kind: { const: vm }, state: { enum: [running, stopped] }, plan: { type: string } }
    Done:
      type: object
      required: [request, action, state, output]
      properties:
        request: { type: string }
        action: { type: string }
        state: { enum: [queued, done] }
        output: { type: object }
`;

/** Databases, in OpenAPI 3.0: all in `data`, an operation resource by an id in the answer, `{ error: { code, message } }`. */
export const databases = `
paths:
  /databases/{id}:
    get:
      operationId: getDatabase
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses:
        "200":
          description: A database.
          content:
            application/json:
              schema:
                type: object
                required: [data]
                properties:
                  data:
                    type: object
                    required: [type]
                    properties:
                      type: { type: string, enum: [postgres] }
                      spec: { type: object, properties: { plan: { type: string } } }
        "404": { $ref: "#/components/responses/Error" }
  /jobs/{job_id}:
    get:
      operationId: getJob
      parameters: [{ name: job_id, in: path, required: true, schema: { type: string } }]
      responses:
        "200":
          description: A job.
          content:
            application/json:
              schema: { type: object, properties: { state: { type: string, enum: [queued, done, failed] } } }
  /databases/{id}/actions/{action}:
    post:
      operationId: invokeDatabase
      parameters:
        - { name: id, in: path, required: true, schema: { type: string } }
        - { name: action, in: path, required: true, schema: { type: string } }
      x-platform-postgres-actions:
        backup: { label: Back up, async: true }
        vacuum: { label: Vacuum, statuses: [ok] }
      responses:
        "200": { description: Done., content: { application/json: { schema: { $ref: "#/components/schemas/Response" } } } }
        "202": { description: Started., content: { application/json: { schema: { $ref: "#/components/schemas/Response" } } } }
        "404": { $ref: "#/components/responses/Error" }
components:
  responses:
    Error:
      description: It failed.
      content:
        application/json:
          schema:
            type: object
            required: [error]
            properties:
              error:
                type: object
                required: [code, message]
                properties:
                  code: { type: string }
                  message: { type: string }
                  details: { type: array, items: { type: object, properties: { field: { type: string }, message: { type: string } } } }
  schemas:
    Response:
      type: object
      required: [data]
      properties:
        job_id: { type: string }
        data:
          type: object
          required: [status, result]
          properties:
            status: { type: string, enum: [ok, partial] }
            message: { type: string }
            result: { type: object }
        meta: { type: object, properties: { took: { type: number } } }
`;

/** Texts of a contract and what stands there instead after an edit. */
type Edits = readonly (readonly [from: string, to: string])[];

/** A contract with some edits; a text that it doesn't have is a mistake. */
export function edited(contract: string, edits: Edits): string {
  return edits.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`the contract has no ${JSON.stringify(from)}`);
    return text.replaceAll(from, to);
  }, contract);
}

/** The changes reported for edited machines and databases. */
export const styles = {
  machines: (...edits: Edits) => changes(machines, edited(machines, edits)),
  databases: (...edits: Edits) => changes(databases, edited(databases, edits), {}, ["3.0.3", "3.0.3"]),
};

/** Writes members of the binding of an endpoint. */
export const bound = (operationId: string, members: string) =>
  [`operationId: ${operationId}`, `operationId: ${operationId}\n      x-platform-action-binding: { ${members} }`] as const;
