import type { Pool } from "pg";
import type { Config } from "../../config.js";
import type { CredentialStore } from "../../credentials/store.js";
import { createAuth } from "../../handlers/auth.js";
import { endpointOf } from "../../http/endpoints.js";
import { trafficKind } from "../../projects/project.js";
import { createMailer } from "../../mail/mailer.js";
import { deleting } from "../../services/failed.js";
import type { Engine } from "../engine.js";
import { createLimiter } from "../../limiter.js";
import { jwksPath } from "./create-instance.js";
import { createEndpoint } from "./endpoint.js";
import { exporting } from "./export.js";
import { createInstances } from "./instances.js";
import { credentialKey, readKeys } from "./keys.js";
import { mailKind, sendingMail } from "./mails.js";
import type { AuthParts } from "./parts.js";
import { probeAuth } from "./probe.js";
import { provisioning } from "./provision.js";

/** The dependencies of the engine. */
interface AuthEngineParts {
  readonly config: Config;
  readonly database: Pool;
  /** The URL of the server that keeps the state. */
  readonly databaseUrl: string;
  readonly credentials: CredentialStore;
  readonly endpointUrl: string | undefined;
}

/** The requests of auth services that a process handles at once: at most half of them for one project. */
const limits = { total: 8, perKey: 4 };

/** The same for one service, so that a busy one holds up no other of its project either. */
const serviceLimits = { total: Infinity, perKey: 2 };

function createLimits(): AuthParts["limit"] {
  const [limitService, limitProject] = [createLimiter(serviceLimits), createLimiter(limits)];
  return (service, project, work) => limitService(service, () => limitProject(project, work));
}

/** The engine of auth services: better-auth on a schema of each service. */
export function createAuthEngine({ databaseUrl, ...own }: AuthEngineParts): Engine<"auth"> {
  const instances = createInstances(databaseUrl, own);
  const { config, credentials, endpointUrl } = own;
  const mailer = config.mail && createMailer(config.mail);
  const parts: AuthParts = { ...own, instances, mailer, limit: createLimits() };
  return {
    handle: (platform) => createAuth({ ...platform, parts }),
    whyOff(_service, action) {
      if (action !== "export_users" || config.publicUrl !== undefined) return undefined;
      return "This installation has no public https address to download from.";
    },
    whyNoPlan() {
      if (endpointUrl !== undefined) return undefined;
      return "This installation has no address for endpoints: set ENDPOINT_URL, or TLS_CERT and TLS_KEY.";
    },
    async revealCredential(database, service) {
      const keys = await readKeys(database, credentials, service.id);
      if (!keys || endpointUrl === undefined) return undefined;
      const endpoint = endpointOf(endpointUrl, service);
      const descriptor = { version: 1, endpoint, issuer: endpoint, jwks_uri: `${endpoint}${jwksPath}`, ...keys };
      return { key: credentialKey, value: JSON.stringify(descriptor) };
    },
    probe: (service, timeoutMs) => probeAuth(parts, service, timeoutMs),
    work: {
      provision: provisioning(parts),
      delete: deleting,
      prepare_export: exporting(parts),
      [mailKind]: sendingMail(parts),
      // The endpoint looks at the service's status with every request.
      [trafficKind]: { run: () => Promise.resolve() },
    },
    serve: createEndpoint(parts),
    start: () => ({ stop: () => instances.stop() }),
  };
}
