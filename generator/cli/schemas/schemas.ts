import fixture from "../../../schemas/fixture.schema.json" with { type: "json" };
import report from "../../../schemas/report.schema.json" with { type: "json" };
import { configSchema } from "../config/config-schema.js";
import { actionsSchema } from "./actions-schema.js";
import type { JsonSchema } from "../../json-schema/build-schema.js";
import { openapiSchema, pathItemSchema, schemasSchema } from "./openapi-schema.js";

/** A JSON Schema that ships with the package, as `schemas/<name>.schema.json`. */
export interface ShippedSchema {
  readonly description: string;
  /** `prefix` is the word in `x-<prefix>-<type>-actions`. */
  readonly make: (prefix: string) => JsonSchema;
}

/** All of them, by name. */
export const shippedSchemas: Readonly<Record<string, ShippedSchema>> = {
  actions: { description: "a file with the actions of one service type", make: actionsSchema },
  config: { description: "openapi-actions.config.json and .yaml", make: configSchema },
  fixture: { description: "a file with exchanges, for validate", make: () => fixture },
  openapi: { description: "OpenAPI 3.1 and 3.2 with actions", make: openapiSchema },
  "path-item": { description: "a file with one path item", make: pathItemSchema },
  report: { description: "what --format json prints", make: () => report },
  schemas: { description: "a file with schemas by name", make: schemasSchema },
};
