/** A small API that has one of everything that exchanges can break. */
export const shopContract = `openapi: 3.1.0
info: { title: Shop, version: 1.0.0 }
servers:
  - url: https://shop.example/api
security:
  - token: []
paths:
  /shops/{shop_id}:
    parameters:
      - { $ref: "#/components/parameters/ShopId" }
    get:
      operationId: getShop
      parameters:
        - { name: live, in: query, schema: { type: boolean } }
        - { name: tags, in: query, schema: { type: array, items: { type: string, maxLength: 3 } } }
        - name: filter
          in: query
          style: deepObject
          schema: { type: object, properties: { max: { type: integer } }, additionalProperties: false }
        - { name: X-Trace, in: header, schema: { type: string, pattern: "^[0-9a-f]+$" } }
        - { name: lang, in: cookie, schema: { enum: [en, de] } }
      responses:
        "200": { description: A shop., content: { application/json: { schema: { $ref: "#/components/schemas/Shop" } } } }
        "429":
          description: Too many calls.
          headers:
            Retry-After: { required: true, schema: { type: integer, minimum: 1 } }
          content: { application/json: { schema: { $ref: "#/components/schemas/Error" } } }
        4XX: { description: Refused., content: { application/json: { schema: { $ref: "#/components/schemas/Error" } } } }
    delete:
      operationId: closeShop
      responses:
        "204": { description: Closed. }
        4XX: { description: Refused., content: { application/json: { schema: { $ref: "#/components/schemas/Error" } } } }
  /shops/{shop_id}/key:
    parameters:
      - { $ref: "#/components/parameters/ShopId" }
    get:
      operationId: revealKey
      x-platform-reveal: true
      responses:
        "200": { description: The key., content: { application/json: { schema: { $ref: "#/components/schemas/Key" } } } }
        4XX: { description: Refused., content: { application/json: { schema: { $ref: "#/components/schemas/Error" } } } }
  /orders:
    post:
      operationId: createOrder
      requestBody:
        required: true
        content:
          application/x-www-form-urlencoded:
            schema:
              type: object
              required: [item]
              additionalProperties: false
              properties:
                item: { type: string, maxLength: 20 }
                count: { type: integer, minimum: 1 }
      responses:
        "201": { description: Ordered., content: { text/plain: { schema: { type: string } } } }
        4XX: { description: Refused., content: { application/json: { schema: { $ref: "#/components/schemas/Error" } } } }
  /shops/{shop_id}/actions/{action}:
    parameters:
      - { $ref: "#/components/parameters/ShopId" }
      - { name: action, in: path, required: true, schema: { type: string, maxLength: 64 } }
    post:
      operationId: invokeAction
      requestBody:
        required: true
        content: { application/json: { schema: { type: object, additionalProperties: true } } }
      responses:
        "200": { description: Done., content: { application/json: { schema: { $ref: "#/components/schemas/Answer" } } } }
        "202": { description: Accepted., content: { application/json: { schema: { $ref: "#/components/schemas/Answer" } } } }
        "400": { description: Refused., content: { application/json: { schema: { $ref: "#/components/schemas/Error" } } } }
        "409": { description: Not now., content: { application/json: { schema: { $ref: "#/components/schemas/Error" } } } }
      x-platform-bakery-actions:
        bake:
          label: Bake
          scopes: [shop:write]
          availability: { states: [open], plans: [large] }
          statuses: [ok, burnt]
          body:
            type: object
            required: [cake]
            additionalProperties: false
            properties:
              cake: { type: string, minLength: 1, maxLength: 20 }
              layers: { type: integer, minimum: 1, maximum: 9 }
              password: { type: string, format: password, writeOnly: true }
          result:
            type: object
            required: [minutes]
            additionalProperties: false
            properties: { minutes: { type: integer } }
          errors:
            - { code: no_flour, status: 409, description: There is no flour left. }
            - { code: too_hot, status: 422, description: The oven is too hot. }
        open_up: { label: Open, scopes: [shop:write], async: true }
      x-platform-book_shop-actions:
        bake: { label: Bake a book, scopes: [shop:write] }
components:
  securitySchemes: { token: { type: http, scheme: bearer } }
  parameters:
    ShopId: { name: shop_id, in: path, required: true, schema: { type: integer, minimum: 1 } }
  schemas:
    Error: { type: object, required: [error], properties: { error: { type: string } } }
    Key: { type: object, required: [key], properties: { key: { type: string, format: password } } }
    Shop:
      type: object
      required: [id, type]
      additionalProperties: false
      properties:
        id: { type: integer }
        type: { enum: [bakery, book_shop] }
        status: { type: string }
        plan: { type: string }
        note: { type: string }
        capabilities: { type: object }
    Answer:
      type: object
      required: [action, status]
      additionalProperties: false
      properties:
        action: { type: string }
        status: { type: string }
        message: { type: string }
        result: { type: object }
`;
