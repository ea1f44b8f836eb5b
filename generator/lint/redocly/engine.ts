/**
 * The parts of Redocly that lint a document already in memory, and nothing that reads files, configs or the network.
 * The package's main entry loads all of it (five times the time), and its `createConfig` runs a plugin found in the
 * working folder; so its modules are named here one by one, in this file only. The version is pinned, the build
 * bundles them.
 */
export { default as recommended } from "../../../node_modules/@redocly/openapi-core/lib/config/recommended.js";
export { Location } from "../../../node_modules/@redocly/openapi-core/lib/ref-utils.js";
export { rules } from "../../../node_modules/@redocly/openapi-core/lib/rules/oas3/index.js";
export { Source } from "../../../node_modules/@redocly/openapi-core/lib/resolve.js";
export { normalizeTypes } from "../../../node_modules/@redocly/openapi-core/lib/types/index.js";
export { Oas3Types } from "../../../node_modules/@redocly/openapi-core/lib/types/oas3.js";
export { Oas3_1Types } from "../../../node_modules/@redocly/openapi-core/lib/types/oas3_1.js";
export { Oas3_2Types } from "../../../node_modules/@redocly/openapi-core/lib/types/oas3_2.js";
export { normalizeVisitors } from "../../../node_modules/@redocly/openapi-core/lib/visitors.js";
export { walkDocument } from "../../../node_modules/@redocly/openapi-core/lib/walk.js";
