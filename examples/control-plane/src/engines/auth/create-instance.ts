import { AsyncLocalStorage } from "node:async_hooks";
import type { BetterAuthOptions } from "better-auth";
import { passOnUnavailable } from "../../database/connections.js";
import { endpointOf } from "../../http/endpoints.js";
import type { StoredService } from "../../services/service.js";
import { addressHeader, checkUser, createHooks } from "./hooks.js";
import type { Instance, SchemaPool } from "./instances.js";
import { readSecret, signingAlgorithm } from "./keys.js";
import type { AuthParts } from "./parts.js";
import { hashPassword, verifyPassword } from "./passwords.js";
import { type Tables, tablesOf } from "./tables.js";
import { linkPlugin } from "./use-link.js";

/** The dependencies of instances. */
export type InstanceParts = Pick<AuthParts, "database" | "credentials" | "endpointUrl">;

/** The path of the public signing keys, below the endpoint. */
export const jwksPath = "/.well-known/jwks.json";

/** Makes the better-auth of one service. */
export async function createInstance(
  parts: InstanceParts,
  { id }: Pick<StoredService, "id">,
  poolOf: (schema: string) => SchemaPool,
): Promise<Instance> {
  // It takes a while to load, and most commands don't need it.
  const [{ betterAuth }, { jwt }, { bearer }, { phoneNumber }] = await Promise.all([
    import("better-auth"),
    import("better-auth/plugins/jwt"),
    import("better-auth/plugins/bearer"),
    import("better-auth/plugins/phone-number"),
  ]);
  const tables = tablesOf({ id });
  const secret = await readSecret(parts.database, parts.credentials, id);
  const endpoint = endpointOf(parts.endpointUrl ?? "http://localhost", { type: "auth", id });
  const auth = betterAuth({
    ...optionsOf(id, endpoint),
    secret,
    database: poolOf(tables.schema),
    databaseHooks: await createHooks(parts.database, id, tables),
    plugins: [
      jwt({
        disableSettingJwtHeader: true,
        // A key that was replaced is published until it expires: then its grace period ends.
        jwks: { jwksPath, keyPairConfig: { alg: signingAlgorithm }, gracePeriod: 0 },
        jwt: {
          issuer: endpoint,
          audience: endpoint,
          expirationTime: "15m",
          definePayload: ({ user, session }) => claimsOf(parts, tables, user.id, session.id),
        },
      }),
      bearer({ requireSignature: true }),
      phoneNumber(),
      await linkPlugin(parts.database, tables),
    ],
  });
  return {
    handle: (request) =>
      failures.run({}, async () => {
        const response = await passOnUnavailable(() => auth.handler(request));
        await spendAsLong(request, response);
        if (response.status >= 500)
          throw failures.getStore()?.error ?? new Error(`better-auth responded with ${response.status}`);
        return response;
      }),
    readKeys: () => passOnUnavailable(() => auth.api.getJwks()),
  };
}

/** Why the current request failed: better-auth itself only reports that it did. */
const failures = new AsyncLocalStorage<{ error?: unknown; isPasswordChecked?: boolean }>();

/** Passwords as better-auth hashes them; the current request notes that it has done so, which takes most of its time. */
const passwords = {
  async hash(password: string): Promise<string> {
    const failure = failures.getStore();
    if (failure) failure.isPasswordChecked = true;
    return hashPassword(password);
  },
  async verify(input: { readonly hash: string; readonly password: string }): Promise<boolean> {
    const failure = failures.getStore();
    if (failure) failure.isPasswordChecked = true;
    return verifyPassword(input);
  },
};

/** A failed sign-in takes the same time for unknown users: one password is hashed in either case. */
async function spendAsLong({ url }: Request, { status }: Response): Promise<void> {
  const isSignIn = new URL(url).pathname.includes("/sign-in/");
  if (isSignIn && status === 401 && failures.getStore()?.isPasswordChecked !== true) await passwords.hash("nobody's password");
}

/** Options that are the same for all services, except for names. */
function optionsOf(id: string, endpoint: string): BetterAuthOptions {
  const { origin, pathname, protocol } = new URL(endpoint);
  return {
    baseURL: endpoint,
    emailAndPassword: { enabled: true, minPasswordLength: 8, maxPasswordLength: 72, password: passwords },
    // Without cookies there is nothing that a foreign page could use: then any origin may call.
    trustedOrigins: (request) => {
      const from = request?.headers.has("cookie") === false ? request.headers.get("origin") : null;
      return from === null ? [origin] : [origin, from];
    },
    advanced: {
      // By default they are off where NODE_ENV is test.
      disableOriginCheck: false,
      disableCSRFCheck: false,
      database: { generateId: "uuid" },
      useSecureCookies: protocol === "https:",
      cookiePrefix: `auth_${id}`,
      defaultCookieAttributes: { path: pathname },
      ipAddress: { ipAddressHeaders: [addressHeader], ipv6Subnet: 128 },
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
    onAPIError: {
      onError(error) {
        const failure = failures.getStore();
        if (failure) failure.error = error;
      },
    },
  };
}

/** The claims of an access token about its user, besides `sub`. */
async function claimsOf(
  { database }: Pick<AuthParts, "database">,
  { user }: Tables,
  userId: string,
  sessionId: string,
): Promise<Record<string, unknown>> {
  await checkUser(database, { user }, userId);
  const { rows } = await database.query<Record<string, unknown>>(
    `select email, "emailVerified" as email_verified, nullif(name, '') as name, "phoneNumber" as phone_number, roles
     from ${user} where id = $1`,
    [userId],
  );
  return { ...rows[0], sid: sessionId };
}
