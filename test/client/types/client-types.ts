import { expectTypeOf } from "vitest";
import type { AuthActions, ObjectsActions, PostgresActions, SearchActions } from "../../../generated/actions.js";
import {
  createClient,
  createClientOf,
  createHandle,
  follow,
  getProject,
  hasCode,
  items,
  pages,
  poll,
  postgresAddIp,
  postgresListBackups,
  raw,
  retry,
  validate,
  type ActionResponse,
  type Client,
  type ClientOptions,
  type Handle,
  type Secret,
} from "../../../generated/client/index.js";
import type { components } from "../../../generated/types.js";
import { actions, operations } from "../../../generated/validators/index.js";

// For the compiler: what must not compile is marked, and unmarked errors and needless marks fail.

type Schemas = components["schemas"];

const client = createClient({
  baseUrl: "https://api.platform.example",
  token: async () => "token",
  use: [retry({ attempts: 2 })],
});
const target = { project_id: "p", service_id: "s" };
const auth = client.auth(target);
const search = client.search(target);
const postgres = client.postgres(target);
const objects = client.objects(target);

export function options(): void {
  createClient({
    baseUrl: "/api",
    token: undefined,
    use: [validate({ actions, operations }), validate({ actions: { auth: actions.auth } })],
  });
  // @ts-expect-error baseUrl is needed
  createClient({ token: "token" });
  // @ts-expect-error there is no option retries
  createClient({ baseUrl: "/api", retries: 3 });
  // @ts-expect-error the contract has no other security schemes
  createClient({ baseUrl: "/api", credentials: {} });
}

export function results(): void {
  expectTypeOf(auth.create_user).returns.resolves.toEqualTypeOf<ActionResponse<AuthActions["create_user"]>>();
  expectTypeOf(search.query).returns.resolves.toEqualTypeOf<ActionResponse<SearchActions["query"]>>();
  expectTypeOf(postgres.add_ip).returns.resolves.toEqualTypeOf<ActionResponse<PostgresActions["add_ip"]>>();
  expectTypeOf(objects.list_objects).returns.resolves.toEqualTypeOf<ActionResponse<ObjectsActions["list_objects"]>>();
  expectTypeOf(postgres.add_ip).returns.resolves.toHaveProperty("result").toEqualTypeOf<Schemas["PostgresAddIpResult"]>();
  expectTypeOf(postgres.add_ip).returns.resolves.toHaveProperty("status").toEqualTypeOf<"ok">();
  expectTypeOf(client.getService).returns.resolves.toEqualTypeOf<Schemas["Service"]>();
  expectTypeOf(client.createService).returns.resolves.toEqualTypeOf<Schemas["PostgresService"]>();
}

export function bodies(given: PostgresActions["add_ip"]["body"]): void {
  void [
    auth.create_user({ email: "a@b.example", password: "p" }),
    search.query({ index: "products", q: "shoes" }),
    postgres.add_ip({ cidr: "203.0.113.0/24", description: "office" }),
    postgres.add_ip(given),
    objects.create_bucket({ bucket: "uploads" }),
    // Where {} will do, nothing will.
    auth.get_role_config(),
    search.list_domains(),
    postgres.list_replicas({}),
    objects.list_buckets(undefined, { timeout: 5000, signal: AbortSignal.abort(), headers: { "x-trace": "1" } }),
  ];

  // @ts-expect-error neither email nor phone
  void auth.create_user({ password: "p" });
  // @ts-expect-error there is no field mail
  void auth.create_user({ email: "a@b.example", mail: "a@b.example" });
  // @ts-expect-error user_id is a text
  void auth.ban_user({ user_id: 7 });
  // @ts-expect-error index is needed
  void search.query({ q: "shoes" });
  // @ts-expect-error there is no field indx
  void search.query({ index: "products", indx: "products" });
  // @ts-expect-error there is no such strategy
  void search.query({ index: "products", matching_strategy: "most" });
  // @ts-expect-error one of two is needed
  void postgres.add_ip({ description: "office" });
  // @ts-expect-error not both of two
  void postgres.add_ip({ ip: "203.0.113.7", cidr: "203.0.113.0/24" });
  // @ts-expect-error there is no field cdir
  void postgres.add_ip({ cdir: "203.0.113.0/24" });
  // @ts-expect-error terminate_connections is needed
  void postgres.reset_password({});
  // @ts-expect-error a body is needed
  void postgres.add_ip();
  // @ts-expect-error this action takes no input
  void postgres.list_replicas({ limit: 5 });
  // @ts-expect-error bucket is needed
  void objects.create_bucket({ versioning: "enabled" });
  // @ts-expect-error there is no field name
  void objects.create_bucket({ bucket: "uploads", name: "uploads" });
  // @ts-expect-error versioning is an enum
  void objects.set_bucket_versioning({ bucket: "uploads", versioning: true });
  // @ts-expect-error there is no option retry
  void objects.list_buckets({}, { retry: 3 });
}

export function names(): void {
  // @ts-expect-error add_ip is an action of postgres
  void search.add_ip;
  // @ts-expect-error create_index is an action of search
  void postgres.create_index;
  // @ts-expect-error list_buckets is an action of objects
  void auth.list_buckets;
  // @ts-expect-error ban_user is an action of auth
  void objects.ban_user;
  // @ts-expect-error there is no such type
  void client.redis;
  // @ts-expect-error actions are invoked by their names
  void client.invokeAction;
  // @ts-expect-error service_id is needed
  client.postgres({ project_id: "p" });
}

export async function operationArguments(): Promise<void> {
  await client.getService({ ...target, live: true });
  await client.createService({ project_id: "p", body: { type: "postgres", plan: "shared", name: "orders" } });
  // @ts-expect-error project_id is needed
  await client.getProject({});
  // @ts-expect-error live is a boolean
  await client.getService({ ...target, live: "yes" });
  // @ts-expect-error there is no parameter alive
  await client.getService({ ...target, alive: true });
  // @ts-expect-error the body is needed
  await client.createService({ project_id: "p" });
  // @ts-expect-error only postgres services are created this way
  await client.createService({ project_id: "p", body: { type: "search", plan: "shared", name: "orders" } });
}

export async function handles(service: Schemas["Service"], fake: { type: "postgres"; id: string }): Promise<void> {
  const handle = createHandle(client, service, { rejectUnavailable: true });
  expectTypeOf(handle).toEqualTypeOf<Handle>();
  expectTypeOf(handle.type).toEqualTypeOf<"auth" | "objects" | "postgres" | "search">();
  // @ts-expect-error which actions there are depends on the type
  void handle.actions.add_ip;
  if (handle.type === "postgres") {
    expectTypeOf(handle.service).toEqualTypeOf<Schemas["PostgresService"]>();
    if (handle.can("add_ip")) await handle.actions.add_ip({ ip: "203.0.113.7" });
    expectTypeOf(handle.reason("add_ip")).toEqualTypeOf<string | undefined>();
    // @ts-expect-error create_index is an action of search
    handle.can("create_index");
    // @ts-expect-error create_index is an action of search
    void handle.actions.create_index;
  }
  if (handle.type === "search") await handle.actions.create_index({ index: "products" });
  if (handle.type === "auth") await handle.actions.list_users();
  if (handle.type === "objects") await handle.actions.list_buckets();
  // @ts-expect-error this is no service as the API shows it
  createHandle(client, fake);
}

export async function paging(): Promise<void> {
  for await (const page of pages(objects.list_buckets))
    expectTypeOf(page).toEqualTypeOf<ActionResponse<ObjectsActions["list_buckets"]>>();
  for await (const user of items(auth.list_users, "users", { limit: 100 }))
    expectTypeOf(user).toEqualTypeOf<Schemas["AuthUser"]>();
  for await (const prefix of items(objects.list_objects, "common_prefixes", { bucket: "b" }))
    expectTypeOf(prefix).toEqualTypeOf<string>();
  // @ts-expect-error bucket is needed
  pages(objects.list_objects);
  // @ts-expect-error objects has no list of this name
  items(objects.list_objects, "buckets", { bucket: "b" });
  // @ts-expect-error max_buckets is no list
  items(objects.list_buckets, "max_buckets");
  // @ts-expect-error add_ip is not answered page by page
  pages(postgres.add_ip, { ip: "203.0.113.7" });
  // @ts-expect-error neither is list_replicas
  pages(postgres.list_replicas);
  // @ts-expect-error nor the list of services
  pages(client.listServices, { project_id: "p" });
}

export async function following(): Promise<void> {
  expectTypeOf(await follow(postgres.backup_now, {})).toEqualTypeOf<Schemas["Operation"]>();
  expectTypeOf(await follow(search.create_index, { index: "a" })).toEqualTypeOf<Schemas["SearchTask"]>();
  expectTypeOf(await follow(search.add_domain, { domain: "a.example" })).toEqualTypeOf<Schemas["SearchDomain"]>();
  expectTypeOf(await follow(auth.export_users, {})).toEqualTypeOf<Schemas["DownloadTransfer"]>();
  expectTypeOf(await follow(postgres.pg_upgrade_preview, { target_version: "17" })).toEqualTypeOf<
    PostgresActions["pg_upgrade_preview"]["result"]
  >();
  await follow(postgres.backup_now, {}, { timeout: 60_000, onProgress: ({ progress_percent }) => void progress_percent });
  // @ts-expect-error add_ip is done when it is answered
  await follow(postgres.add_ip, { ip: "203.0.113.7" });
  // @ts-expect-error neither can a list be followed
  await follow(objects.list_buckets, {});
  // @ts-expect-error name is needed
  await follow(postgres.add_replica, {});
  const service = await poll(
    () => client.getService(target),
    ({ status }) => status === "active",
  );
  expectTypeOf(service).toEqualTypeOf<Schemas["Service"]>();
}

export async function secrets(): Promise<void> {
  const credential = await client.revealCredential(target);
  expectTypeOf(credential.value.reveal()).toEqualTypeOf<string>();
  // @ts-expect-error a secret is no text
  expectTypeOf(credential.value).toEqualTypeOf<string>();
  if (credential.key === "S3_CREDENTIALS") {
    const descriptor = credential.value.parse();
    expectTypeOf(descriptor.addressing_style).toEqualTypeOf<"path" | "virtual">();
    expectTypeOf(descriptor.secret_access_key).toEqualTypeOf<Secret>();
    expectTypeOf(descriptor.access_keys[0]!.secret_access_key).toEqualTypeOf<Secret>();
    expectTypeOf(descriptor.access_keys[0]!.expires_at).toEqualTypeOf<string | null>();
  }
  if (credential.key === "SEARCH_CREDENTIALS") expectTypeOf(credential.value.parse().admin_key).toEqualTypeOf<Secret>();
}

export function errors(error: unknown): void {
  if (hasCode<PostgresActions["add_ip"]["error"]>(error, "entry_exists")) {
    expectTypeOf(error.code).toEqualTypeOf<"allowlist_full" | "cidr_not_canonical" | "entry_exists" | undefined>();
  }
  // @ts-expect-error bucket_not_empty is an error of another action
  hasCode<PostgresActions["add_ip"]["error"]>(error, "bucket_not_empty");
}

/** A substitute for a client in callers' tests. */
export const fake: Pick<Client, "getProject"> = {
  getProject: async ({ project_id }) => ({ id: project_id, org_id: "o", name: "n", slug: "s", status: "active" }),
};

/** Calls whose cursors have other names. */
export async function namedCursors(
  byToken: (args: { readonly page_token?: string }) => Promise<{ readonly rows: string[]; readonly next_page_token?: string }>,
  action: (body?: { readonly pageToken?: string }) => Promise<{
    readonly result: { readonly rows: string[]; readonly nextPageToken?: string | null };
  }>,
  mixed: (args: { readonly cursor?: string }) => Promise<{ readonly rows: string[]; readonly next_page_token?: string }>,
): Promise<void> {
  for await (const row of items(byToken, "rows", {})) row satisfies string;
  for await (const row of items(action, "rows")) row satisfies string;
  // @ts-expect-error nothing takes the token
  pages(mixed, {});
}

/** Calls whose cursors are no texts. */
interface Cursors<Taken, Next> {
  (
    args: { readonly cursor?: Taken },
    options?: object,
  ): Promise<{ readonly rows: readonly string[]; readonly next_cursor: Next }>;
}

export async function cursors(
  byNumber: Cursors<number, number | null>,
  open: Cursors<string, unknown>,
  mixed: Cursors<string, number>,
  flags: Cursors<boolean, boolean>,
): Promise<void> {
  for await (const row of items(byNumber, "rows", { cursor: 7 })) row satisfies string;
  for await (const page of pages(open, {})) page.rows satisfies readonly string[];
  // @ts-expect-error a number is no text
  pages(mixed, {});
  // @ts-expect-error a flag leads nowhere
  pages(flags, {});
}

/** A client of some calls has no others. */
export async function someCalls(options: ClientOptions): Promise<void> {
  const client = createClientOf([getProject, postgresAddIp, postgresListBackups], options);
  const project = await client.getProject({ project_id: "p" });
  project.name satisfies string;
  // @ts-expect-error not one of its calls
  void client.getService;
  // @ts-expect-error not one of its service types
  void client.search;
  const postgres = client.postgres({ project_id: "p", service_id: "s" });
  (await postgres.add_ip({ cidr: "203.0.113.0/24" })).result satisfies object;
  // @ts-expect-error an invalid body
  void postgres.add_ip({});
  // @ts-expect-error not one of its actions
  void postgres.remove_ip;
  (await raw(client, "getProject", [404], { project_id: "p" })).status satisfies number;
  (await raw(postgres, "list_backups", [])).body.result.backups satisfies readonly unknown[];
  // @ts-expect-error not one of its calls
  void raw(client, "getService", [], { project_id: "p", service_id: "s" });
}
