import { inspect } from "node:util";
import { expect, test } from "vitest";
import type { components } from "../../generated/types.js";
import { connect, connectTo, targets } from "./connect.js";

type Schemas = components["schemas"];

const descriptor: Schemas["S3CredentialDescriptor"] = {
  version: 1,
  endpoint: "https://objects.platform.example",
  region: "eu-central",
  addressing_style: "path",
  access_key_id: "P1R4MARY8K3Y0ID5X7ZQ",
  secret_access_key: "primary-secret-7f3a",
  access_keys: [
    {
      access_key_id: "K7Q2M9X4ZL0P3T8VBN5C",
      secret_access_key: "second-secret-7f3a",
      name: "ci",
      permission: "write",
      buckets: ["uploads"],
      expires_at: null,
    },
  ],
};
const search: Schemas["SearchCredentialDescriptor"] = {
  version: 1,
  endpoint: "https://search.platform.example",
  admin_key: "admin-7f3a",
  search_key: "search-7f3a",
  tenant_credentials: [
    {
      credential_id: "2b1f0f34-7a3c-4cf1-9d85-6f6a6b1f7c10",
      tenant: "acme",
      token: "tenant-7f3a",
      expires_at: "2026-11-20T10:15:00Z",
    },
  ],
};

const reveal = (key: string, value: string) => connectTo(() => ({ status: 200, body: { key, value } }));

test("a revealed value is shown only on request", async () => {
  const { client } = await connect();
  const credential = await client.revealCredential(targets.postgres);
  expect(credential.key).toBe("DATABASE_URL");
  expect(credential.value.reveal()).toBe("not-a-real-password-7f3a");
});

test("printed it is [redacted]", async () => {
  const { client } = await connect();
  const credential = await client.revealCredential(targets.postgres);
  const { value } = credential;
  expect(inspect(value)).toBe("[redacted]");
  expect(`${value as unknown as string}`).toBe("[redacted]");
  expect(JSON.stringify(credential)).toBe('{"key":"DATABASE_URL","value":"[redacted]"}');
  expect(inspect(credential)).toBe("{ key: 'DATABASE_URL', value: [redacted] }");
  const everything = [
    inspect(credential, { depth: 9, showHidden: true, getters: true, customInspect: false }),
    JSON.stringify(Object.getOwnPropertyDescriptors(value)),
    JSON.stringify({ ...value }),
    Object.values(value).join(),
    inspect(structuredClone({ ...value })),
  ];
  expect(everything.join("\n")).not.toContain("7f3a");
});

test("the descriptor of an objects service is a typed object whose secrets are wrapped", async () => {
  const { client } = await reveal("S3_CREDENTIALS", JSON.stringify(descriptor));
  const credential = await client.revealCredential(targets.objects);
  if (credential.key !== "S3_CREDENTIALS") throw new Error("not an objects credential");
  const parsed = credential.value.parse();
  expect(parsed.region).toBe("eu-central");
  expect(parsed.secret_access_key.reveal()).toBe("primary-secret-7f3a");
  expect(parsed.access_keys[0]!.secret_access_key.reveal()).toBe("second-secret-7f3a");
  expect(parsed.access_keys[0]!.buckets).toEqual(["uploads"]);
  expect(inspect(parsed, { depth: 9 })).not.toContain("7f3a");
  expect(JSON.stringify(parsed)).not.toContain("7f3a");
});

test("the descriptor of a search service is too", async () => {
  const { client } = await reveal("SEARCH_CREDENTIALS", JSON.stringify(search));
  const credential = await client.revealCredential(targets.search);
  if (credential.key !== "SEARCH_CREDENTIALS") throw new Error("not a search credential");
  const parsed = credential.value.parse();
  expect([parsed.admin_key, parsed.search_key, parsed.tenant_credentials[0]!.token].map((key) => key.reveal())).toEqual([
    "admin-7f3a",
    "search-7f3a",
    "tenant-7f3a",
  ]);
  expect(parsed.tenant_credentials[0]!.tenant).toBe("acme");
});

test("a descriptor that is not JSON is rejected without being shown", async () => {
  const { client } = await reveal("S3_CREDENTIALS", "secret-7f3a");
  const { value } = await client.revealCredential(targets.objects);
  expect(() => value.parse()).toThrow(new TypeError("The secret is not JSON"));
});

test("other operations are not affected", async () => {
  const { client } = await connectTo(() => ({ status: 200, body: { value: "plain", token: "plain" } }));
  expect(await client.getService(targets.objects)).toEqual({ value: "plain", token: "plain" });
});
