// What `faultyPlane` bundles with a changed file.
export { toFetchHandler } from "../../../../generated/server/index.js";
export { createApi } from "../../src/application.js";
export { createPool } from "../../src/database/connections.js";
export { forRequest } from "../../src/database/tenant.js";
export { createEngines } from "../../src/engines/create-engines.js";
export { findBinaries } from "../../src/postgres-server/binaries.js";
