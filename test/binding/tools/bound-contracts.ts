/** `{ data: { status, result }, meta }`, 200, 202 and 204, headers, `{ error: { code, message, details } }`, one service type. */
export const volumes = `openapi: 3.1.0
info: { title: Volumes, version: "1" }
servers: [{ url: "https://api.volumes.test/v1" }]
security: [{ oauth: [volumes.call] }]
paths:
  /volumes:
    get:
      operationId: listVolumes
      responses:
        "200":
          description: Volumes.
          content: { application/json: { schema: { type: object, required: [data], properties: { data: { type: array, items: { $ref: "#/components/schemas/Volume" } } } } } }
        "4XX": { $ref: "#/components/responses/Failed" }
  /volumes/{volume_id}:
    get:
      operationId: getVolume
      parameters: [{ name: volume_id, in: path, required: true, schema: { type: string, maxLength: 36 } }]
      responses:
        "200":
          description: A volume.
          content: { application/json: { schema: { type: object, required: [data], properties: { data: { $ref: "#/components/schemas/Volume" } } } } }
        "4XX": { $ref: "#/components/responses/Failed" }
  /volumes/{volume_id}/{action}:
    post:
      operationId: invokeVolume
      parameters:
        - { name: volume_id, in: path, required: true, schema: { type: string, maxLength: 36 } }
        - { name: action, in: path, required: true, schema: { type: string, maxLength: 36 } }
        - { name: If-Match, in: header, required: true, schema: { type: string, minLength: 2, maxLength: 64 }, description: The version that the caller has seen. }
        - { name: X-Reason, in: header, schema: { type: string, maxLength: 100 } }
        - { name: session, in: cookie, required: true, schema: { type: string, maxLength: 64 } }
        - { name: priority, in: query, required: true, schema: { enum: [low, high] } }
      requestBody: { required: true, content: { application/json: { schema: { type: object } } } }
      security: [{ oauth: [volumes.call] }]
      x-platform-volume-actions:
        attach:
          label: Attach
          scopes: [volumes.write]
          availability: { states: [free] }
          statuses: [attached]
          body: { type: object, required: [machine], additionalProperties: false, properties: { machine: { type: string, maxLength: 36 } } }
          result: { type: object, required: [device], properties: { device: { type: string, maxLength: 50 } }, additionalProperties: false }
          errors:
            - { code: machine_gone, status: 409, description: The machine does not exist any more. }
            - { code: too_many, status: 422, description: The machine has too many volumes. }
        snapshot:
          label: Snapshot
          async: true
          scopes: [volumes.write]
          body: { type: object, additionalProperties: false, properties: { name: { type: string, maxLength: 20 } } }
          result: { type: object, properties: { snapshot_id: { type: string } }, additionalProperties: false }
      responses:
        "200":
          description: Done.
          headers: { ETag: { required: true, schema: { type: string, maxLength: 40 } }, X-Request-Id: { schema: { type: string } } }
          content: { application/json: { schema: { $ref: "#/components/schemas/Done" } } }
        "204": { description: Nothing had to be done. }
        "202":
          description: Accepted.
          headers: { Operation-Location: { required: true, schema: { type: string, format: uri } }, Retry-After: { schema: { type: integer } } }
          content: { application/json: { schema: { $ref: "#/components/schemas/Done" } } }
        "400": { $ref: "#/components/responses/Failed" }
        "401": { $ref: "#/components/responses/Failed" }
        "409": { $ref: "#/components/responses/Failed" }
        "4XX": { $ref: "#/components/responses/Failed" }
        "5XX": { $ref: "#/components/responses/Failed" }
components:
  securitySchemes:
    oauth: { type: oauth2, flows: { clientCredentials: { tokenUrl: "https://id.volumes.test/token", scopes: { volumes.call: Call., volumes.write: Change. } } } }
  responses:
    Failed:
      description: It failed.
      content: { application/json: { schema: { $ref: "#/components/schemas/Failure" } } }
  schemas:
    Volume: { type: object, required: [id, state], properties: { id: { type: string }, state: { enum: [free, used] }, size: { type: integer } } }
    Failure:
      type: object
      required: [error]
      properties:
        error:
          type: object
          required: [code, message]
          properties:
            code: { type: string, maxLength: 64 }
            message: { type: string, maxLength: 500 }
            details: { type: array, items: { type: object, properties: { field: { type: string }, message: { type: string } } } }
    Done:
      type: object
      required: [data, meta]
      properties:
        data:
          type: object
          required: [status]
          properties:
            status: { enum: [attached, pending] }
            result: { type: object }
        meta:
          type: object
          required: [request_id]
          properties: { request_id: { type: string, maxLength: 40 }, took: { type: number } }
`;

/** The whole body is the result, 201, `problem+json`, the facts of a service deep inside of it. OpenAPI 3.0. */
export const pumps = `openapi: 3.0.3
info: { title: Pumps, version: "1" }
servers: [{ url: "https://pumps.test" }]
paths:
  /pumps/{id}:
    get:
      operationId: getPump
      parameters: [{ name: id, in: path, required: true, schema: { type: string, maxLength: 36 } }]
      responses:
        "200":
          description: A pump.
          content: { application/json: { schema: { type: object, required: [id], properties: { id: { type: string }, metadata: { type: object, properties: { kind: { type: string, enum: [water, oil] } } }, spec: { type: object, properties: { plan: { type: string } } }, status: { type: object, properties: { state: { type: string } } }, actions: { type: array, items: { type: object, required: [name], properties: { name: { type: string }, label: { type: string } } } } } } } }
        "404": { $ref: "#/components/responses/Failed" }
  /pumps/{id}:{action}:
    post:
      operationId: runPump
      x-platform-action-binding:
        service: { operation: getPump, type: /metadata/kind, status: /status/state, plan: /spec/plan, actions: /actions }
        response: { result: "" }
      parameters:
        - { name: id, in: path, required: true, schema: { type: string, maxLength: 36 } }
        - { name: action, in: path, required: true, schema: { type: string, maxLength: 36 } }
      requestBody: { required: true, content: { application/json: { schema: { type: object } } } }
      x-platform-water-actions:
        start:
          label: Start
          availability: { states: [stopped], plans: [big] }
          body: { type: object, required: [speed], additionalProperties: false, properties: { speed: { type: integer, minimum: 1, maximum: 10 } } }
          result: { type: object, required: [rpm], properties: { rpm: { type: integer } } }
          errors: [{ code: dry, status: 409, description: There is no water. }]
      x-platform-oil-actions:
        stop: { label: Stop, result: { type: object, required: [stopped_at], properties: { stopped_at: { type: string, format: date-time } } } }
      responses:
        "201":
          description: Done.
          content: { application/vnd.pumps+json: { schema: { type: object, minProperties: 1 } } }
        "404": { $ref: "#/components/responses/Failed" }
        "409": { $ref: "#/components/responses/Failed" }
        "422": { $ref: "#/components/responses/Failed" }
        default: { $ref: "#/components/responses/Failed" }
components:
  responses:
    Failed:
      description: It failed.
      content: { application/problem+json: { schema: { type: object, required: [title, status], properties: { type: { type: string, format: uri-reference }, title: { type: string }, status: { type: integer }, detail: { type: string }, code: { type: string }, trace: { type: string } } } } }
`;

/** `{ id, action, state, output, meta }`, 201 with a header and 202, `problem+json`, a required header. */
export const machines = `openapi: 3.1.0
info: { title: Machines, version: "1" }
servers: [{ url: "https://api.machines.test/v2" }]
security: [{ token: [] }]
paths:
  /machines/{machine_id}:
    get:
      operationId: getMachine
      parameters: [{ name: machine_id, in: path, required: true, schema: { type: string, maxLength: 36 } }]
      responses:
        "200":
          description: A machine.
          content: { application/json: { schema: { $ref: "#/components/schemas/Machine" } } }
        default: { $ref: "#/components/responses/Problem" }
  /machines/{machine_id}/do/{action}:
    post:
      operationId: invokeVm
      parameters:
        - { name: machine_id, in: path, required: true, schema: { type: string, maxLength: 36 } }
        - { name: action, in: path, required: true, schema: { type: string, maxLength: 36 } }
        - { name: Idempotency-Key, in: header, required: true, schema: { type: string, maxLength: 64 } }
        - { name: dry_run, in: query, schema: { type: boolean } }
      requestBody: { required: true, content: { application/json: { schema: { type: object } } } }
      x-platform-vm-actions:
        start: { label: Start, result: { type: object, properties: { ip: { type: string, maxLength: 50 } }, additionalProperties: false } }
        resize:
          label: Resize
          async: true
          body: { type: object, required: [size], additionalProperties: false, properties: { size: { type: string, maxLength: 10 } } }
      responses:
        "201":
          description: Done.
          headers: { Location: { schema: { type: string } } }
          content: { application/json: { schema: { $ref: "#/components/schemas/Done" } } }
        "202":
          description: Accepted.
          content: { application/json: { schema: { $ref: "#/components/schemas/Done" } } }
        default: { $ref: "#/components/responses/Problem" }
components:
  securitySchemes: { token: { type: http, scheme: bearer } }
  responses:
    Problem:
      description: It failed.
      content: { application/problem+json: { schema: { $ref: "#/components/schemas/Problem" } } }
  schemas:
    Problem: { type: object, required: [type, title, status], properties: { type: { type: string }, title: { type: string }, status: { type: integer }, detail: { type: string }, code: { type: string }, errors: { type: array, items: { type: object, properties: { pointer: { type: string }, detail: { type: string } } } } } }
    Machine: { type: object, required: [id, kind], properties: { id: { type: string }, kind: { const: vm }, state: { enum: [running, stopped, starting] } } }
    Done:
      type: object
      required: [id, action, state, output]
      properties:
        id: { type: string }
        action: { type: string }
        state: { enum: [queued, done] }
        output: { type: object }
        meta: { type: object, properties: { took: { type: number } } }
`;
