import type { components } from "../../../../../generated/types.js";
import type { Database } from "../../database/query.js";
import { endpointOf } from "../../http/endpoints.js";
import type { StoredService } from "../../services/service.js";
import type { Credential } from "../engine.js";
import { type StoredAccessKey, accessKeys, credentialKey, isExpired, secretKey } from "./access-keys.js";
import { type ObjectsParts, region } from "./parts.js";

/** More keys than a plan allows. */
const allKeys = 10_000;

/** The descriptor of a service: where it is, and its access keys with their secrets. */
export async function describeCredential(
  { credentials, endpointUrl }: ObjectsParts,
  database: Database,
  service: StoredService,
): Promise<Credential | undefined> {
  const [primary, ...others] = await accessKeys.list(database, service.id, undefined, allKeys);
  if (primary?.kind !== "primary" || endpointUrl === undefined) return undefined;
  const secrets = await credentials.readEach(database, service.id, `${credentialKey}/`);
  const secretOf = (key: StoredAccessKey) => secrets.get(secretKey(key))!.secret;
  const descriptor: components["schemas"]["S3CredentialDescriptor"] = {
    version: 1,
    endpoint: endpointOf(endpointUrl, service),
    region,
    addressing_style: "path",
    access_key_id: primary.access_key_id,
    secret_access_key: secretOf(primary),
    access_keys: others
      .filter((key) => !isExpired(key))
      .map((key) => ({
        access_key_id: key.access_key_id,
        secret_access_key: secretOf(key),
        name: key.name,
        permission: key.permission,
        buckets: key.buckets && [...key.buckets],
        expires_at: key.expires_at?.toISOString() ?? null,
      })),
  };
  return { key: credentialKey, value: JSON.stringify(descriptor) };
}
