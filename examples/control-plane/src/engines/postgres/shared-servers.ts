import { type Database, all, first, statement } from "../../database/query.js";

/** A server of the shared plan besides the one that keeps the state, one for each major version. */
export interface SharedServer {
  /** The major version. */
  readonly version: number;
  /** The folder of its files, below `servers/`. */
  readonly folder: string;
  readonly port: number;
}

const find = statement<SharedServer>(
  "find-shared-server",
  "select version, folder, port from postgres_shared_servers where version = $1",
);
const ofService = statement<SharedServer>(
  "find-shared-server-of-service",
  `select version, folder, port from postgres_databases join postgres_shared_servers on version = shared_version
   where service_id = $1`,
);
const list = statement<SharedServer>("list-shared-servers", "select version, folder, port from postgres_shared_servers");
const listMoved = statement<SharedServer & { service_id: string }>(
  "list-moved-services",
  `select service_id, version, folder, port from postgres_databases join postgres_shared_servers on version = shared_version`,
);
const insert = statement<SharedServer>(
  "insert-shared-server",
  `insert into postgres_shared_servers (version, folder, port) values ($1, $2, $3) on conflict (version) do nothing
   returning version, folder, port`,
);
const moveService = statement(
  "move-service-to-shared-server",
  "update postgres_databases set shared_version = $2 where service_id = $1",
);

export const sharedServers = {
  find: (database: Database, version: number) => first(database, find, version),
  /** Where a service is; `undefined`: on the server that keeps the state. */
  ofService: (database: Database, serviceId: string) => first(database, ofService, serviceId),
  list: (database: Database) => all(database, list),
  /** The services that have moved, and where to. */
  listMoved: (database: Database) => all(database, listMoved),
  /** `undefined`: there is one of this version. */
  insert: (database: Database, { version, folder, port }: SharedServer) => first(database, insert, version, folder, port),
  moveService: (database: Database, serviceId: string, version: number) => all(database, moveService, serviceId, version),
};
