import { defaultErrorShape } from "../../templates/runtime/facts.js";
import { noWrittenIntegers } from "../../generator/document/written-integers.js";
import type { Contract, Operation } from "../../generator/model/contract.js";

/** A contract that describes nothing. */
export const emptyContract: Contract = {
  title: "",
  version: "",
  summary: undefined,
  description: undefined,
  servers: [],
  tags: [],
  securitySchemes: new Map(),
  schemas: new Map(),
  operations: [],
  sentRequests: [],
  serviceTypes: [],
  errorShape: defaultErrorShape,
  lifecycle: undefined,
  locations: { operation: () => undefined, action: () => undefined },
  integers: "exact",
  writtenIntegers: noWrittenIntegers,
};

/** An operation without parameters, body and responses. */
export const emptyOperation: Operation = {
  id: "",
  method: "GET",
  path: "/",
  summary: undefined,
  description: undefined,
  deprecated: false,
  tags: [],
  parameters: [],
  body: undefined,
  responses: [],
  security: [],
  isEndpoint: false,
  serviceTypes: [],
  binding: undefined,
  reveals: false,
};
