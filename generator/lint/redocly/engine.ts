/** What lint uses of Redocly, loaded on demand: only what the package exports. The build leaves the rest out. */
export {
  BaseResolver,
  createConfig,
  normalizeTypes,
  normalizeVisitors,
  Oas3_1Types,
  Oas3_2Types,
  Oas3Types,
  resolveDocument,
  Source,
  walkDocument,
} from "@redocly/openapi-core";
