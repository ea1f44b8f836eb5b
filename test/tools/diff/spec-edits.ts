import type { ChangeSeverity } from "../../../generator/tools/diff/rule.js";

/** One change of the project's own contract, and what must be told of it. */
export interface SpecEdit {
  /** Below spec/. */
  readonly file: string;
  /** The text is looked for behind this one. */
  readonly behind: string;
  readonly from: string;
  readonly to: string;
  readonly expected: readonly ExpectedChange[];
}

/** A change, and the text where it stands: in the revision, or in the base where it is gone. */
export interface ExpectedChange extends Where {
  readonly rule: string;
  readonly severity: ChangeSeverity;
}

interface Where {
  readonly at?: string;
  readonly was?: string;
  /** Instead of the edit's. */
  readonly file?: string;
  readonly behind?: string;
}

/** A change as severity and rule; it is where the new text is, or the old one that is gone, unless a place follows. */
type Told = `${ChangeSeverity} ${string}` | Where;

type Row = readonly [behind: string, from: string, to: string, ...told: Told[]];

function editsOf(table: Readonly<Record<string, readonly Row[]>>): SpecEdit[] {
  return Object.entries(table).flatMap(([file, rows]) =>
    rows.map(([behind, from, to, ...told]) => ({ file, behind, from, to, expected: told.flatMap(expectedAt(from, to)) })),
  );
}

/** Reads what is told in turn: a place belongs to the change before it. */
function expectedAt(from: string, to: string): (told: Told, index: number, all: readonly Told[]) => ExpectedChange[] {
  return (told, index, all) => {
    if (typeof told === "object") return [];
    const [severity, rule] = told.split(" ") as [ChangeSeverity, string];
    const next = all[index + 1];
    const text = to === "" ? { was: from.trimStart() } : { at: to.trimStart() };
    return [{ severity, rule, ...(typeof next === "object" ? next : text) }];
  };
}

/** Each is reported alone and with all others; none touches what another one does. */
export const specEdits: readonly SpecEdit[] = editsOf({
  "actions/search.yaml": [
    ["", "list_domains:", "search_domains:", "error action-renamed"],
    [
      "",
      "add_domain:",
      "purge_domain:\n  label: Purge\n  scopes: [service:admin]\n  body:\n    type: object\n    required: [everything]\n    additionalProperties: false\n    properties:\n      everything:\n        type: boolean\n\nadd_domain:",
      "warning action-added",
    ],
    ["\ncreate_index:", "async: true", "async: false", "error action-not-async"],
    ["\ndelete_index:", "status: 404", "status: 409", "error action-error-status-changed", { at: "code: index_not_found" }],
    ["\nquery:", "maxLength: 512", "maxLength: 256", "error request-limit-tightened"],
    ["      hits_per_page:", "maximum: 1000", "maximum: 2000", "warning request-limit-loosened"],
    ["      matching_strategy:", "enum: [last, all, frequency]", "enum: [last, all]", "error request-enum-value-removed"],
    ["      matching_strategy:", "default: last", "default: all", "warning request-default-changed"],
    ["      ranking_score_threshold:", "type: number", "type: string", "error request-type-changed"],
    ["      show_ranking_score:", "type: boolean", 'type: [boolean, "null"]', "warning request-type-widened"],
    [
      "\nquery:",
      "dependentRequired: { hits_per_page: [page], crop_length: [attributes_to_crop] }",
      "dependentRequired: { crop_length: [attributes_to_crop] }",
      "warning request-schema-widened",
    ],
    [
      "          - title: SearchPage",
      "required: [page, hits_per_page, total_pages, total_hits]",
      "required: [page, hits_per_page, total_pages]",
      "error response-property-optional",
      { at: "total_hits:" },
    ],
    [
      "          title: SearchHit",
      'ranking_score:\n              type: [number, "null"]',
      'ranking_score:\n              type: [number, string, "null"]',
      "error response-type-widened",
      { at: "type: [number, string" },
    ],
    [
      "\nlist_indexes:",
      'primary_key:\n              type: [string, "null"]\n              minLength: 1',
      'primary_key:\n              type: [string, "null"]\n              minLength: 2',
      "warning response-limit-tightened",
      { at: "minLength: 2" },
    ],
  ],
  "actions/objects.yaml": [
    ["", "create_folder:", "create_folder:\n  deprecated: true", "info action-deprecated", { at: "deprecated: true" }],
    ["\nset_bucket_versioning:", "scopes:", "destructive: true\n  scopes:", "error action-destructive"],
    ["\ndelete_bucket:", "  destructive: true\n", "", "info action-not-destructive", { at: "delete_bucket:", behind: "" }],
    ["\ncreate_bucket:", "scopes: [service:write]", "async: true\n  scopes: [service:write]", "error action-async"],
    [
      "\nservice_health:",
      "statuses: [healthy, degraded, unknown, error]",
      "statuses: [healthy, degraded, error]",
      "warning action-status-removed",
    ],
    [
      "\ndelete_bucket:",
      "- code: bucket_not_empty",
      "- code: bucket_locked\n      status: 409\n      description: The bucket is locked.\n    - code: bucket_not_empty",
      "warning action-error-added",
      { at: "code: bucket_locked" },
    ],
    [
      "      versioning:\n        type: string\n        enum:",
      "[unversioned, enabled]",
      "[unversioned, enabled, locked]",
      "warning request-enum-value-added",
      { at: "enum: [unversioned, enabled, locked]", behind: "create_bucket:" },
    ],
    ["\nlist_buckets:", "pattern: ^[a-z0-9][a-z0-9-]{0,62}$", "pattern: ^[a-z][a-z0-9-]{0,62}$", "error request-pattern-changed"],
  ],
  "actions/postgres.yaml": [
    ["\nbackup_now:", "scopes: [service:write]", "scopes: [service:write, service:admin]", "error action-scope-added"],
    ["\nlist_replicas:", "scopes: [service:read]", "scopes: []", "info action-scope-removed"],
    ["\nlist_backups:", "readOnly: true", "readOnly: false", "error action-not-read-only"],
    ["\nlist_ip_allowlist:", "  idempotent: true\n", "", "error action-not-idempotent", { at: "list_ip_allowlist:", behind: "" }],
    ["\nadd_replica:", "states: [active]", "states: [active, maintenance]", "warning action-state-added"],
    ["\nlist_extensions:", "states: [active, migrating]", "states: [active]", "error action-state-removed"],
    ["\nadd_ip:", "plans: [dedicated, dedicated-ha]", "plans: [dedicated-ha]", "error action-plan-removed"],
    ["\nremove_ip:", "plans: [dedicated, dedicated-ha]", "plans: [dedicated, dedicated-ha, shared]", "warning action-plan-added"],
    ["\ncredential_connectivity:", "statuses: [ok, error]", "statuses: [ok, error, degraded]", "error action-status-added"],
    [
      "\nprepare_database_export:",
      "    - code: schema_not_found\n      status: 404\n      description: A schema does not exist.\n",
      "",
      "info action-error-removed",
      { was: "code: schema_not_found" },
    ],
    ["\nprepare_backup_download:", "    required: [backup_id]\n", "", "warning request-property-optional", { at: "backup_id:" }],
    ["\nprepare_backup_download:", "minimum: 60\n", "minimum: 30\n", "warning request-limit-loosened"],
    [
      "      - title: StartDatabaseExport",
      "          include_owner:\n            type: boolean\n            default: false\n            description: Emit ownership and privileges.\n",
      "",
      "error request-property-removed",
    ],
    [
      "      - title: StartDatabaseExport",
      "additionalProperties: false",
      "required: [database]\n        additionalProperties: false",
      "error request-property-required",
      { at: "database:" },
    ],
    [
      "    required: [target, connected, latency_ms",
      "enum: [primary, pooler, replica]",
      "enum: [primary, pooler, replica, proxy]",
      "error response-enum-value-added",
    ],
    ["      failure:", '          - type: "null"\n', "", "warning response-type-narrowed", { at: "failure:", behind: "" }],
  ],
  "actions/auth.yaml": [
    ["\nlist_users:", "order_by:", "verified_only:\n        type: boolean\n      order_by:", "info request-property-added"],
    [
      "      created_after:",
      "        format: date-time\n",
      "",
      "warning request-format-removed",
      { at: "created_after:\n        type: string\n        description", behind: "" },
    ],
    ["      created_before:", "format: date-time", "format: date", "error request-format-changed", { at: "format: date\n" }],
    [
      "      provider:",
      "        pattern: ^[a-z0-9][a-z0-9_-]{0,62}$\n",
      "",
      "warning request-pattern-removed",
      { at: "provider:\n        type: string\n        description", behind: "" },
    ],
    [
      "      search:",
      "type: string",
      "type: string\n        pattern: ^[^*]*$",
      "error request-pattern-added",
      { at: "pattern: ^[^*]*$" },
    ],
  ],
  "schemas/usage.yaml": [
    [
      "UsageQuery:",
      "dependentRequired: { from: [to], to: [from] }",
      "dependentRequired: { from: [to], to: [from], period: [from] }",
      "error request-schema-narrowed",
      { at: "dependentRequired:", behind: "UsageQuery:" },
    ],
    [
      "UsageMetric:",
      'type: [number, "null"]',
      "type: number",
      "warning response-type-narrowed",
      { at: "type: number\n      minimum: 0\n      description: Entitlement" },
    ],
    ["UsageMetric:", "enum: [count, bytes, seconds]", "enum: [count, bytes]", "warning response-enum-value-removed"],
  ],
  "schemas/paging.yaml": [["PageCursor:", "maxLength: 2048", "maxLength: 1024", "error request-limit-tightened"]],
  "schemas/health.yaml": [
    ["ProbeTimeout:", "type: integer", "type: number", "warning request-type-widened"],
    [
      "\nHealthComponent:",
      "required: [name, status]",
      "required: [name, status, latency_ms]",
      "warning response-property-required",
      { at: "latency_ms:" },
    ],
    [
      "\nHealthComponent:",
      "      pattern: ^[a-z][a-z0-9_]{0,62}$\n",
      "",
      "error response-pattern-removed",
      { at: "name:\n", behind: "\nHealthComponent:" },
    ],
  ],
  "schemas/operations.yaml": [
    [
      "",
      "enum: [queued, running, succeeded, failed, canceled]",
      "enum: [queued, running, succeeded, failed, canceled, paused]",
      "error response-enum-value-added",
    ],
    [
      "",
      "required: [operation_id, kind, status, requested_at]",
      "required: [operation_id, kind, status]",
      "error response-property-optional",
      { at: "requested_at:" },
    ],
    ["    progress_percent:", "maximum: 100", "maximum: 1000", "error response-limit-loosened"],
    ["    message:", "maxLength: 2000", "maxLength: 1000", "warning response-limit-tightened"],
  ],
  "schemas/objects.yaml": [
    [
      "ObjectsAccessKey:",
      "    primary:\n      type: boolean\n      description: Whether it is the primary credential of the service.\n",
      "",
      "error response-property-removed",
    ],
    ["ObjectsAccessKey:", "required: [access_key_id, name, primary, permission,", "required: [access_key_id, name, permission,"],
    [
      "ObjectsBucket:",
      '    counted_at:\n      type: [string, "null"]\n      format: date-time\n      description: When it was counted; null before the first.\n',
      "",
      "warning response-optional-property-removed",
    ],
    ["ObjectsBucket:", "created_at:", "region:\n      type: string\n    created_at:", "info response-property-added"],
  ],
  "schemas/credentials.yaml": [
    [
      "SearchCredential:",
      "const: SEARCH_CREDENTIALS",
      "const: SEARCH_KEYS",
      "error credential-key-removed",
      { was: "const: SEARCH_CREDENTIALS" },
      "error credential-key-added",
    ],
    [
      "PostgresCredential:",
      "^(?!(?:AUTH|SEARCH|S3)_CREDENTIALS$)[A-Za-z_][A-Za-z0-9_]{0,62}$",
      "^(?!(?:AUTH|S3)_CREDENTIALS$|SEARCH_KEYS$)[A-Za-z_][A-Za-z0-9_]{0,62}$",
      "error response-pattern-changed",
      { at: "pattern: " },
    ],
    ["S3CredentialDescriptor:", "enum: [path, virtual]", "enum: [path]", "warning response-enum-value-removed"],
    ["GracePeriodSeconds:", "maximum: 604800", "maximum: 86400", "error request-limit-tightened"],
    ["CredentialReceipt:", "entry_id:", "rotation_id:\n      type: string\n    entry_id:", "info response-property-added"],
  ],
  "paths/credential.yaml": [
    ["", "bearer: [service:reveal]", "bearer: [service:reveal, service:read]", "error security-tightened", { at: "security:" }],
    ["", "operationId: revealCredential", "operationId: readCredential", "warning operation-id-changed"],
  ],
  "paths/project.yaml": [["", "get:\n", "get:\n  deprecated: true\n", "info operation-deprecated", { at: "deprecated: true" }]],
  "paths/service.yaml": [["", '    "429":\n      $ref: ../responses.yaml#/RateLimited\n', "", "info error-response-removed"]],
  "paths/services.yaml": [
    ["", '"201":', '"202":', "error success-response-removed", { was: '"201":' }, "error success-response-added"],
  ],
  "openapi.yaml": [
    [
      "",
      "- url: https://api.platform.example",
      "- url: https://api.platform.example/v2",
      "error server-removed",
      { was: "url: https://api.platform.example" },
      "info server-added",
      { at: "url: https://api.platform.example/v2" },
    ],
    ["", "scheme: bearer", "scheme: basic", "error security-scheme-changed"],
  ],
  "responses.yaml": [["# A header", "type: integer", "type: string", "error response-type-changed"]],
  "parameters.yaml": [
    [
      "ServiceId:",
      "format: uuid\n",
      "format: uuid\n    maxLength: 20\n",
      "error request-limit-tightened",
      { at: "maxLength: 20" },
    ],
  ],
  "schemas/transfers.yaml": [["", "description:", "description: Reworded.\n  x-note:"]],
});

/** Edits that others would get lost in; each is made alone. */
export const loneEdits: readonly SpecEdit[] = editsOf({
  "paths/action.yaml": [
    ["", "  x-platform-auth-actions:\n    $ref: ../actions/auth.yaml\n", "", "error service-type-removed"],
    [
      "",
      "x-platform-auth-actions:\n",
      "x-platform-identity-actions:\n",
      "error service-type-removed",
      { was: "x-platform-auth-actions:\n    $ref" },
      "warning service-type-added",
      { at: "x-platform-identity-actions:\n    $ref" },
    ],
  ],
  "openapi.yaml": [
    [
      "",
      "/v1/projects/{project_id}/services/{service_id}/credential:",
      "/v1/projects/{project_id}/services/{service_id}/secret:",
      "error operation-moved",
      { at: "get:", file: "paths/credential.yaml" },
    ],
    [
      "",
      "  /v1/projects/{project_id}:\n    $ref: paths/project.yaml\n",
      "",
      "error operation-removed-without-deprecation",
      { was: "get:", file: "paths/project.yaml" },
    ],
  ],
  "schemas/credentials.yaml": [
    [
      "",
      '    - $ref: "#/ObjectsCredential"\n',
      "",
      "error credential-key-removed",
      { was: "const: S3_CREDENTIALS" },
      "warning response-alternative-removed",
    ],
  ],
  "schemas/services.yaml": [
    [
      "ObjectsService:",
      "const: objects",
      "const: storage",
      "error response-enum-value-added",
      "warning response-enum-value-removed",
    ],
  ],
  "schemas/action-results.yaml": [
    // AuthActionResult says the same.
    ["", '    - $ref: "#/ObjectsActionResult"\n', ""],
  ],
});
