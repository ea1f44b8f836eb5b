import type { ConformanceCode } from "../../../../generator/tools/exchanges/conformance/diagnostics.js";
import type { Change } from "./faulty-plane.js";

/** A fault of the control plane, the code that reports it, and the cases that find it. */
export interface PlaneFault extends Change {
  readonly fault: string;
  readonly code: ConformanceCode;
  readonly only: readonly string[];
}

const src = "examples/control-plane/src";

const at = (file: string, from: string, to: string): Change => ({ file: `${src}/${file}`, from, to });
const inGenerated = (file: string, from: string, to: string): Change => ({ file: `generated/${file}`, from, to });

const fault = (name: string, change: Change, code: ConformanceCode, ...only: string[]): PlaneFault => ({
  fault: name,
  ...change,
  code,
  only,
});

/** What a service says of its actions is another. */
const capabilities = (entry: string) =>
  at(
    "handlers/operations.ts",
    "const shown = show(service, await capabilities(service));",
    `const shown = show(service, (await capabilities(service)).map((entry) => (${entry})) as never);`,
  );

const rename = "update services set name = left(name, 20) || 'x'";

/** One text of a source file is another one, one at a time. */
export const planeFaults: readonly PlaneFault[] = [
  // Who may call.
  fault(
    "any token will do",
    at("access/caller.ts", "where t.hash = $1 and", "where $1::bytea is not null and"),
    "test-credentials",
    "credentials/getProject",
  ),
  fault(
    "no token is needed",
    at(
      "application.ts",
      "return token === undefined ? undefined : findCaller(database, token);",
      `if (token !== undefined) return findCaller(database, token);
       const { rows } = await database.query('select project_id from token_projects');
       return { tokenId: '', orgId: '', scopes: ['service:read'], projects: rows.map((row) => row.project_id) };`,
    ),
    "test-credentials",
    "credentials/getProject",
  ),
  fault(
    "a foreign project is served",
    at("application.ts", "const canAccess = projects.includes(project_id);", "const canAccess = true;"),
    "test-access-denied",
    "foreign/listServices",
  ),
  fault(
    "a foreign project is called malformed",
    at(
      "application.ts",
      "if (canAccess) noteTenant(project_id);",
      "if (!canAccess) throw invalid('/project_id', 'is not yours');",
    ),
    "test-access-denied",
    "foreign/getProject",
  ),
  fault(
    "any service is served",
    at("services/service.ts", "where id = $1 and project_id = $2", "where $1::uuid is not null and project_id = $2"),
    "test-access-denied",
    "missing/getService",
  ),
  fault(
    "the scope of an operation is forgotten",
    inGenerated("server/routes.ts", 'scopes: [["service:read"]],', "scopes: [[]],"),
    "test-scope",
    "scope/getProject",
  ),
  fault(
    "the scope of an action is forgotten",
    inGenerated(
      "actions.ts",
      'async: false, deprecated: false,\n    scopes: ["service:read"], statuses: ["ok"],\n    states: ["active", "suspended"],',
      'async: false, deprecated: false,\n    scopes: [], statuses: ["ok"],\n    states: ["active", "suspended"],',
    ),
    "test-scope",
    "scope/auth.get_role_config",
  ),
  // What services say of their actions.
  fault(
    "everything is enabled",
    capabilities("{ ...entry, enabled: true, reason: undefined }"),
    "test-gate",
    "gate/postgres.add_ip",
  ),
  fault("nothing is enabled", capabilities("{ ...entry, enabled: false, reason: 'Off.' }"), "test-gate", "gate/auth.get_usage"),
  fault(
    "another reason is shown",
    capabilities("{ ...entry, reason: entry.reason && 'No.' }"),
    "test-open",
    "gate/postgres.add_ip",
  ),
  fault("another label is shown", capabilities("{ ...entry, label: entry.name }"), "test-gate", "capabilities/auth"),
  fault("another scope is shown", capabilities("{ ...entry, scopes: ['service:read'] }"), "test-gate", "capabilities/auth"),
  fault("an unknown action is shown", capabilities("{ ...entry, name: 'explode' }"), "test-response", "capabilities/auth"),
  fault(
    "states and plans are no reason",
    inGenerated("runtime/server/access.ts", 'if (decision === "enabled") return undefined;', "if (decision) return undefined;"),
    "test-gate",
    "gate/postgres.list_ip_allowlist",
  ),
  // What was created.
  fault(
    "another name is kept",
    at("services/create-service.ts", "select id, $2, $3, $4 from counted", "select id, $2, $3, $4::text || '-1' from counted"),
    "test-resource",
    "resource/createService/shown",
  ),
  fault(
    "what was created isn't listed",
    at("services/service.ts", 'order by name collate "C", id`', 'order by name collate "C", id limit 1`'),
    "test-resource",
    "resource/createService/listed",
  ),
  fault(
    "what was created has another id",
    at("handlers/operations.ts", "represent(created,", "represent({ ...created, id: projectId },"),
    "test-resource",
    "resource/createService/shown",
  ),
  // Pages.
  fault(
    "the cursor never ends",
    at("engines/auth/actions/users.ts", "[...filters, after?.[0] ?? null,", "[...filters, after?.[2] ?? null,"),
    "test-pages",
    "pages/auth.list_users",
  ),
  fault(
    "pages overlap",
    at(
      "engines/auth/actions/users.ts",
      '(${key}, u.id) ${order === "asc" ? ">" : "<"} (',
      '(${key}, u.id) ${order === "asc" ? ">=" : "<="} (',
    ),
    "test-pages",
    "pages/auth.list_users",
  ),
  fault(
    "pages leave something out",
    at("engines/objects/actions/buckets.ts", "makeCursor([shown.at(-1)!.name])", "makeCursor([found.at(-1)!.name])"),
    "test-pages",
    "pages/objects.list_buckets",
  ),
  fault(
    "there is no next page",
    at("engines/objects/actions/buckets.ts", "found.length > limit ?", "found.length > 100 ?"),
    "test-pages",
    "pages/objects.list_buckets",
  ),
  fault(
    "the limit is ignored",
    at("engines/objects/actions/buckets.ts", "const { limit = 100,", "const limit = 100, {"),
    "test-pages",
    "pages/objects.list_buckets",
  ),
  // What changes.
  fault(
    "a read changes something",
    at(
      "engines/objects/actions/buckets.ts",
      "const { max_buckets } = await readAllowance(database, service.id);",
      `await database.query("${rename}"); const { max_buckets } = await readAllowance(database, service.id);`,
    ),
    "test-unchanged",
    "unchanged/objects.list_buckets",
  ),
  fault(
    "a rejected call changes something",
    at(
      "application.ts",
      "log: (entry) => logFailure(platform, entry),",
      `log: (entry) => logFailure(platform, entry),
       renderError: ({ status }, body) => { if (status === 400) void database.query("${rename}"); return body; },`,
    ),
    "test-unchanged",
    "unchanged/objects.create_bucket",
  ),
  fault(
    "what is idempotent isn't",
    at(
      "engines/objects/actions/buckets.ts",
      "await buckets.setVersioning(client, bucket, body.versioning);",
      'await buckets.setVersioning(client, bucket, bucket.versioning === "enabled" ? "suspended" : "enabled");',
    ),
    "test-idempotent",
    "idempotent/objects.set_bucket_versioning",
  ),
  // What takes time.
  fault(
    "operations aren't listed",
    at("operations/operation.ts", "order by requested_at desc, id desc limit 100", "order by requested_at desc, id desc limit 0"),
    "test-async",
    "async/search.create_snapshot",
  ),
  fault(
    "the service leaves its life cycle",
    at(
      "engines/search/actions/snapshots.ts",
      "const kept = await snapshots.countManual(client, service.id);",
      `const kept = await snapshots.countManual(client, service.id);
       await client.query("update services set status = 'provisioning' where id = $1", [service.id]);`,
    ),
    "test-async",
    "async/search.create_snapshot",
  ),
  fault(
    "200 for 202",
    inGenerated(
      "actions.ts",
      `async: true, deprecated: false,
    scopes: ["service:write"], statuses: ["ok"],
    states: ["active"],
    errors: [
      { code: "snapshot_in_progress"`,
      `async: false, deprecated: false,
    scopes: ["service:write"], statuses: ["ok"],
    states: ["active"],
    errors: [
      { code: "snapshot_in_progress"`,
    ),
    "test-response",
    "async/search.create_snapshot",
  ),
  fault(
    "work never begins",
    at("operations/operation.ts", "coalesce($5, now()))", "coalesce($5, now()) + interval '1 hour')"),
    "test-async",
    "async/search.create_snapshot",
  ),
  // Responses.
  fault(
    "a field too much",
    at("services/service.ts", "endpoint }), capabilities };", "endpoint }), capabilities, owner: 'x' };"),
    "test-response",
    "valid/getService",
  ),
  fault(
    "a member is missing",
    at("engines/objects/actions/buckets.ts", "      max_buckets,\n", ""),
    "test-response",
    "valid/objects.list_buckets",
  ),
  fault(
    "another media type",
    inGenerated("server/routes.ts", '"200": ["application/json"],', '"200": ["application/problem+json"],'),
    "test-response",
    "valid/getProject",
  ),
  fault(
    "an error of an action with another status",
    at(
      "engines/objects/actions/buckets.ts",
      'throw fail("bucket_already_exists")',
      'throw Object.assign(fail("bucket_already_exists"), { status: 404 })',
    ),
    "test-response",
    "valid/objects.create_bucket",
  ),
  fault(
    "what is allowed is called malformed",
    at(
      "engines/auth/actions/users.ts",
      'if (!areRoles(roles)) throw fail("role_not_found");',
      'if (email !== null) throw Object.assign(fail("role_not_found"), { status: 400, code: "invalid_request" });',
    ),
    "test-valid",
    "valid/auth.create_user",
  ),
  // Secrets.
  fault(
    "a credential in a header",
    at(
      "handlers/operations.ts",
      "if (query.live !== true || !mayProbe(service)) return { status: 200, body: shown };",
      `const credential = await engines[service.type].revealCredential(database, service);
       if (query.live !== true) return { status: 200, body: shown, headers: { "x-credential": credential?.value ?? "" } };`,
    ),
    "test-secret",
    "valid/revealCredential",
    "http/getService/head",
  ),
];
