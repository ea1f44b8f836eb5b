import { first, statement } from "../../database/query.js";
import { endpointOf } from "../../http/endpoints.js";
import { PermanentFailure, type Work } from "../../operations/work.js";
import { provisioningEnds } from "../../services/failed.js";
import { addFirstKeys } from "./keys.js";
import type { AuthParts } from "./parts.js";
import { createTables, tablesOf } from "./tables.js";

const setEndpoint = statement("set-auth-endpoint", "update services set endpoint = $2 where id = $1");

/** Makes what a new service consists of: its tables and its keys, in the transaction that makes it active. */
export function provisioning({ credentials, endpointUrl }: AuthParts): Work {
  return {
    ...provisioningEnds,
    async run({ service }) {
      if (endpointUrl === undefined) throw new PermanentFailure("This installation has no address for endpoints.");
      return async (client) => {
        const tables = tablesOf(service);
        await createTables(client, tables);
        await addFirstKeys(client, credentials, service, tables);
        await first(client, setEndpoint, service.id, endpointOf(endpointUrl, service));
      };
    },
  };
}
