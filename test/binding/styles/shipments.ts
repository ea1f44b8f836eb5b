import { listed, type Style } from "../style.js";

const key = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";

export const shipments: Style = {
  name: "shipments",
  noun: "shipment",
  template: "/shipments/{number}/{action}",
  url: (action) => `/shipments/123456/${action}`,
  path: { number: "123456" },
  needs: { headers: { "idempotency-key": key }, parameters: { "Idempotency-Key": key } },
  scopes: ["shipments", "shipments:write"],
  services: { parcel: { number: "123456", type: "parcel", status: "moving" } },
  successes: [
    {
      type: "parcel",
      action: "reroute",
      body: { address: { street: "Main Street 1", city: "Springfield" } },
      returns: {
        httpStatus: 200,
        status: "moving",
        result: { eta: "2030-01-02" },
        headers: { etag: '"2"' },
      },
      status: 200,
      headers: { etag: '"2"' },
      sent: { success: true, status: "moving", result: { eta: "2030-01-02" } },
      received: {
        httpStatus: 200,
        status: "moving",
        result: { eta: "2030-01-02" },
        headers: { etag: '"2"' },
      },
    },
    {
      type: "parcel",
      action: "reroute",
      body: { address: { street: "Main Street 1", city: "Shelbyville" } },
      returns: {
        httpStatus: 201,
        status: "moving",
        result: { eta: "2030-01-03" },
        headers: { location: "/shipments/123457" },
      },
      status: 201,
      headers: { location: "/shipments/123457" },
      sent: { success: true, status: "moving", result: { eta: "2030-01-03" } },
      received: {
        httpStatus: 201,
        status: "moving",
        result: { eta: "2030-01-03" },
        headers: { location: "/shipments/123457" },
      },
    },
    {
      type: "parcel",
      action: "hold",
      returns: { httpStatus: 200, status: "held" },
      status: 200,
      sent: { success: true, status: "held" },
      received: { httpStatus: 200, status: "held", headers: {} },
    },
    { type: "parcel", action: "hold", returns: { httpStatus: 204 }, status: 204, sent: undefined, received: { httpStatus: 204 } },
    {
      type: "parcel",
      action: "recall",
      returns: { status: "recalled", headers: { "retry-after": 60 } },
      status: 202,
      headers: { "retry-after": "60" },
      sent: { success: true, status: "recalled" },
      received: { status: "recalled", headers: { "retry-after": 60 } },
    },
  ],
  failing: {
    own: { code: "no_route", status: 409, text: "Nobody delivers there." },
    busy: { number: "123456", type: "parcel", status: "delivered" },
    reason: "Not possible while the shipment is delivered.",
    invalid: {
      body: { address: { city: 5 } },
      details: [
        { pointer: "/address/street", rule: "required", message: "is required" },
        { pointer: "/address/city", rule: "type", message: "must be string" },
      ],
    },
    malformed: {
      headers: { "idempotency-key": "again" },
      detail: { pointer: "idempotency-key", rule: "format", message: 'must match format "uuid"' },
    },
    wrong: { httpStatus: 201, status: "moving", result: { eta: "2030-01-02" } },
  },
  mediaType: "application/json",
  error: ({ code, message, requestId, details }) => ({
    success: false,
    code,
    message,
    request_id: requestId,
    ...listed(
      "violations",
      details.map(({ pointer, message: reason }) => ({ path: pointer, reason })),
    ),
  }),
  read: ({ code, message, details }) => ({
    code,
    text: message,
    ...listed(
      "details",
      details.map((detail) => ({ ...detail, rule: "" })),
    ),
  }),
  mistakes: [
    'handle.reroute({ address: { street: "", city: "" } });',
    'handle.reroute({ address: { street: "", city: "" } }, { parameters: {} });',
    'handlers.parcel.reroute = () => ({ status: "moving", result: { eta: "" } });',
    'handlers.parcel.reroute = () => ({ httpStatus: 201, status: "moving", result: { eta: "" } });',
    'handlers.parcel.reroute = () => ({ httpStatus: 202, status: "moving", result: { eta: "" } });',
    'handlers.parcel.recall = () => ({ status: "recalled", result: {} });',
    "void (await handle.recall({}, { parameters: { } as never })).httpStatus;",
  ],
  documented: ["200", "201", "204", "Idempotency-Key", "If-Match", "ETag", "Location", "notify", "lang", "no_route"],
};
