import type { ChangeSeverity } from "../../../generator/tools/diff/rule.js";

/** One change of the project's own contract, and what must be told of it. */
export interface SpecEdit {
  /** Below spec/. */
  readonly file: string;
  /** The text is looked for behind this one. */
  readonly behind?: string;
  readonly from: string;
  readonly to: string;
  readonly expected: readonly ExpectedChange[];
}

/** A change, and the text where it stands: in the revision, or in the base where it is gone. Looked for behind `behind`. */
export interface ExpectedChange {
  readonly rule: string;
  readonly severity: ChangeSeverity;
  readonly at?: string;
  readonly was?: string;
  /** Instead of the edit's. */
  readonly file?: string;
  readonly behind?: string;
}

const postgres = "actions/postgres.yaml";
const search = "actions/search.yaml";
const objects = "actions/objects.yaml";
const auth = "actions/auth.yaml";

/** Each is reported alone and with all others; none touches what another one does. */
export const specEdits: readonly SpecEdit[] = [
  // Actions
  {
    file: search,
    behind: "",
    from: "list_domains:",
    to: "search_domains:",
    expected: [{ rule: "action-renamed", severity: "error", at: "search_domains:" }],
  },
  {
    file: search,
    from: "add_domain:",
    to: "purge_domain:\n  label: Purge\n  scopes: [service:admin]\n  body:\n    type: object\n    required: [everything]\n    additionalProperties: false\n    properties:\n      everything:\n        type: boolean\n\nadd_domain:",
    expected: [{ rule: "action-added", severity: "warning", at: "purge_domain:" }],
  },
  {
    file: objects,
    from: "create_folder:",
    to: "create_folder:\n  deprecated: true",
    expected: [{ rule: "action-deprecated", severity: "info", at: "deprecated: true" }],
  },
  {
    file: postgres,
    behind: "\nbackup_now:",
    from: "  scopes: [service:write]",
    to: "  scopes: [service:write, service:admin]",
    expected: [{ rule: "action-scope-added", severity: "error", at: "scopes: [service:write, service:admin]" }],
  },
  {
    file: postgres,
    behind: "\nlist_replicas:",
    from: "  scopes: [service:read]",
    to: "  scopes: []",
    expected: [{ rule: "action-scope-removed", severity: "info", at: "scopes: []" }],
  },
  {
    file: postgres,
    behind: "\nlist_backups:",
    from: "readOnly: true",
    to: "readOnly: false",
    expected: [{ rule: "action-not-read-only", severity: "error", at: "readOnly: false" }],
  },
  {
    file: postgres,
    behind: "\nlist_ip_allowlist:",
    from: "  idempotent: true\n",
    to: "",
    expected: [{ rule: "action-not-idempotent", severity: "error", behind: "", at: "list_ip_allowlist:" }],
  },
  {
    file: objects,
    behind: "\nset_bucket_versioning:",
    from: "  scopes:",
    to: "  destructive: true\n  scopes:",
    expected: [{ rule: "action-destructive", severity: "error", at: "destructive: true" }],
  },
  {
    file: objects,
    behind: "\ndelete_bucket:",
    from: "  destructive: true\n",
    to: "",
    expected: [{ rule: "action-not-destructive", severity: "info", behind: "", at: "delete_bucket:" }],
  },
  {
    file: objects,
    behind: "\ncreate_bucket:",
    from: "  scopes: [service:write]",
    to: "  async: true\n  scopes: [service:write]",
    expected: [{ rule: "action-async", severity: "error", at: "async: true" }],
  },
  {
    file: search,
    behind: "\ncreate_index:",
    from: "async: true",
    to: "async: false",
    expected: [{ rule: "action-not-async", severity: "error", at: "async: false" }],
  },
  {
    file: postgres,
    behind: "\nadd_replica:",
    from: "states: [active]",
    to: "states: [active, maintenance]",
    expected: [{ rule: "action-state-added", severity: "warning", at: "states: [active, maintenance]" }],
  },
  {
    file: postgres,
    behind: "\nlist_extensions:",
    from: "states: [active, migrating]",
    to: "states: [active]",
    expected: [{ rule: "action-state-removed", severity: "error", at: "states: [active]" }],
  },
  {
    file: postgres,
    behind: "\nadd_ip:",
    from: "plans: [dedicated, dedicated-ha]",
    to: "plans: [dedicated-ha]",
    expected: [{ rule: "action-plan-removed", severity: "error", at: "plans: [dedicated-ha]" }],
  },
  {
    file: postgres,
    behind: "\nremove_ip:",
    from: "plans: [dedicated, dedicated-ha]",
    to: "plans: [dedicated, dedicated-ha, shared]",
    expected: [{ rule: "action-plan-added", severity: "warning", at: "plans: [dedicated, dedicated-ha, shared]" }],
  },
  {
    file: postgres,
    behind: "\ncredential_connectivity:",
    from: "statuses: [ok, error]",
    to: "statuses: [ok, error, degraded]",
    expected: [{ rule: "action-status-added", severity: "error", at: "statuses: [ok, error, degraded]" }],
  },
  {
    file: objects,
    behind: "\nservice_health:",
    from: "statuses: [healthy, degraded, unknown, error]",
    to: "statuses: [healthy, degraded, error]",
    expected: [{ rule: "action-status-removed", severity: "warning", at: "statuses: [healthy, degraded, error]" }],
  },
  {
    file: objects,
    behind: "\ndelete_bucket:",
    from: "    - code: bucket_not_empty",
    to: "    - code: bucket_locked\n      status: 409\n      description: The bucket is locked.\n    - code: bucket_not_empty",
    expected: [{ rule: "action-error-added", severity: "warning", at: "code: bucket_locked" }],
  },
  {
    file: postgres,
    behind: "\nprepare_database_export:",
    from: "    - code: schema_not_found\n      status: 404\n      description: A schema does not exist.\n",
    to: "",
    expected: [{ rule: "action-error-removed", severity: "info", was: "code: schema_not_found" }],
  },
  {
    file: search,
    behind: "\ndelete_index:",
    from: "status: 404",
    to: "status: 409",
    expected: [{ rule: "action-error-status-changed", severity: "error", at: "code: index_not_found" }],
  },
  // Bodies
  {
    file: search,
    behind: "\nquery:",
    from: "        maxLength: 512",
    to: "        maxLength: 256",
    expected: [{ rule: "request-limit-tightened", severity: "error", at: "maxLength: 256" }],
  },
  {
    file: search,
    behind: "      hits_per_page:",
    from: "        maximum: 1000",
    to: "        maximum: 2000",
    expected: [{ rule: "request-limit-loosened", severity: "warning", at: "maximum: 2000" }],
  },
  {
    file: search,
    behind: "      matching_strategy:",
    from: "enum: [last, all, frequency]",
    to: "enum: [last, all]",
    expected: [{ rule: "request-enum-value-removed", severity: "error", at: "enum: [last, all]" }],
  },
  {
    file: search,
    behind: "      matching_strategy:",
    from: "default: last",
    to: "default: all",
    expected: [{ rule: "request-default-changed", severity: "warning", at: "default: all" }],
  },
  {
    file: search,
    behind: "      ranking_score_threshold:",
    from: "type: number",
    to: "type: string",
    expected: [{ rule: "request-type-changed", severity: "error", at: "type: string" }],
  },
  {
    file: search,
    behind: "      show_ranking_score:",
    from: "type: boolean",
    to: 'type: [boolean, "null"]',
    expected: [{ rule: "request-type-widened", severity: "warning", at: 'type: [boolean, "null"]' }],
  },
  {
    file: search,
    behind: "\nquery:",
    from: "dependentRequired: { hits_per_page: [page], crop_length: [attributes_to_crop] }",
    to: "dependentRequired: { crop_length: [attributes_to_crop] }",
    expected: [{ rule: "request-schema-widened", severity: "warning", at: "dependentRequired: { crop_length" }],
  },
  {
    file: objects,
    behind: "      versioning:\n        type: string\n        enum:",
    from: "[unversioned, enabled]",
    to: "[unversioned, enabled, locked]",
    expected: [
      {
        rule: "request-enum-value-added",
        severity: "warning",
        behind: "create_bucket:",
        at: "enum: [unversioned, enabled, locked]",
      },
    ],
  },
  {
    file: objects,
    behind: "\nlist_buckets:",
    from: "        pattern: ^[a-z0-9][a-z0-9-]{0,62}$",
    to: "        pattern: ^[a-z][a-z0-9-]{0,62}$",
    expected: [{ rule: "request-pattern-changed", severity: "error", at: "pattern: ^[a-z][a-z0-9-]{0,62}$" }],
  },
  {
    file: postgres,
    behind: "\nprepare_backup_download:",
    from: "    required: [backup_id]\n",
    to: "",
    expected: [{ rule: "request-property-optional", severity: "warning", at: "backup_id:" }],
  },
  {
    file: postgres,
    behind: "\nprepare_backup_download:",
    from: "        minimum: 60\n",
    to: "        minimum: 30\n",
    expected: [{ rule: "request-limit-loosened", severity: "warning", at: "minimum: 30" }],
  },
  {
    file: postgres,
    behind: "      - title: StartDatabaseExport",
    from: "          include_owner:\n            type: boolean\n            default: false\n            description: Emit ownership and privileges.\n",
    to: "",
    expected: [{ rule: "request-property-removed", severity: "error", was: "include_owner:" }],
  },
  {
    file: postgres,
    behind: "      - title: StartDatabaseExport",
    from: "        additionalProperties: false",
    to: "        required: [database]\n        additionalProperties: false",
    expected: [{ rule: "request-property-required", severity: "error", at: "database:" }],
  },
  {
    file: auth,
    behind: "\nlist_users:",
    from: "      order_by:",
    to: "      verified_only:\n        type: boolean\n      order_by:",
    expected: [{ rule: "request-property-added", severity: "info", at: "verified_only:" }],
  },
  {
    file: auth,
    behind: "      created_after:",
    from: "        format: date-time\n",
    to: "",
    expected: [
      {
        rule: "request-format-removed",
        severity: "warning",
        behind: "",
        at: "created_after:\n        type: string\n        description",
      },
    ],
  },
  {
    file: auth,
    behind: "      created_before:",
    from: "format: date-time",
    to: "format: date",
    expected: [{ rule: "request-format-changed", severity: "error", at: "format: date\n" }],
  },
  {
    file: auth,
    behind: "      provider:",
    from: "        pattern: ^[a-z0-9][a-z0-9_-]{0,62}$\n",
    to: "",
    expected: [
      {
        rule: "request-pattern-removed",
        severity: "warning",
        behind: "",
        at: "provider:\n        type: string\n        description",
      },
    ],
  },
  {
    file: auth,
    behind: "      search:",
    from: "        type: string",
    to: "        type: string\n        pattern: ^[^*]*$",
    expected: [{ rule: "request-pattern-added", severity: "error", at: "pattern: ^[^*]*$" }],
  },
  {
    file: "schemas/usage.yaml",
    behind: "UsageQuery:",
    from: "dependentRequired: { from: [to], to: [from] }",
    to: "dependentRequired: { from: [to], to: [from], period: [from] }",
    expected: [{ rule: "request-schema-narrowed", severity: "error", behind: "UsageQuery:", at: "dependentRequired:" }],
  },
  {
    file: "schemas/paging.yaml",
    behind: "PageCursor:",
    from: "maxLength: 2048",
    to: "maxLength: 1024",
    expected: [{ rule: "request-limit-tightened", severity: "error", at: "maxLength: 1024" }],
  },
  {
    file: "schemas/health.yaml",
    behind: "ProbeTimeout:",
    from: "type: integer",
    to: "type: number",
    expected: [{ rule: "request-type-widened", severity: "warning", at: "type: number" }],
  },
  // Results
  {
    file: "schemas/operations.yaml",
    from: "enum: [queued, running, succeeded, failed, canceled]",
    to: "enum: [queued, running, succeeded, failed, canceled, paused]",
    expected: [{ rule: "response-enum-value-added", severity: "error", at: "enum: [queued" }],
  },
  {
    file: "schemas/operations.yaml",
    from: "required: [operation_id, kind, status, requested_at]",
    to: "required: [operation_id, kind, status]",
    expected: [{ rule: "response-property-optional", severity: "error", at: "requested_at:" }],
  },
  {
    file: "schemas/operations.yaml",
    behind: "    progress_percent:",
    from: "maximum: 100",
    to: "maximum: 1000",
    expected: [{ rule: "response-limit-loosened", severity: "error", at: "maximum: 1000" }],
  },
  {
    file: "schemas/operations.yaml",
    behind: "    message:",
    from: "maxLength: 2000",
    to: "maxLength: 1000",
    expected: [{ rule: "response-limit-tightened", severity: "warning", at: "maxLength: 1000" }],
  },
  {
    file: "schemas/usage.yaml",
    behind: "UsageMetric:",
    from: 'type: [number, "null"]',
    to: "type: number",
    expected: [
      {
        rule: "response-type-narrowed",
        severity: "warning",
        at: "type: number\n      minimum: 0\n      description: Entitlement",
      },
    ],
  },
  {
    file: "schemas/usage.yaml",
    behind: "UsageMetric:",
    from: "enum: [count, bytes, seconds]",
    to: "enum: [count, bytes]",
    expected: [{ rule: "response-enum-value-removed", severity: "warning", at: "enum: [count, bytes]" }],
  },
  {
    file: "schemas/objects.yaml",
    behind: "ObjectsAccessKey:",
    from: "    primary:\n      type: boolean\n      description: Whether it is the primary credential of the service.\n",
    to: "",
    expected: [{ rule: "response-property-removed", severity: "error", was: "primary:\n" }],
  },
  {
    file: "schemas/objects.yaml",
    behind: "ObjectsAccessKey:",
    from: "required: [access_key_id, name, primary, permission,",
    to: "required: [access_key_id, name, permission,",
    expected: [],
  },
  {
    file: "schemas/objects.yaml",
    behind: "ObjectsBucket:",
    from: '    counted_at:\n      type: [string, "null"]\n      format: date-time\n      description: When it was counted; null before the first.\n',
    to: "",
    expected: [{ rule: "response-optional-property-removed", severity: "warning", was: "counted_at:" }],
  },
  {
    file: "schemas/objects.yaml",
    behind: "ObjectsBucket:",
    from: "    created_at:",
    to: "    region:\n      type: string\n    created_at:",
    expected: [{ rule: "response-property-added", severity: "info", at: "region:" }],
  },
  {
    file: "schemas/health.yaml",
    behind: "\nHealthComponent:",
    from: "  required: [name, status]",
    to: "  required: [name, status, latency_ms]",
    expected: [{ rule: "response-property-required", severity: "warning", at: "latency_ms:" }],
  },
  {
    file: "schemas/health.yaml",
    behind: "\nHealthComponent:",
    from: "      pattern: ^[a-z][a-z0-9_]{0,62}$\n",
    to: "",
    expected: [{ rule: "response-pattern-removed", severity: "error", behind: "\nHealthComponent:", at: "name:\n" }],
  },
  {
    file: postgres,
    behind: "    required: [target, connected, latency_ms",
    from: "enum: [primary, pooler, replica]",
    to: "enum: [primary, pooler, replica, proxy]",
    expected: [{ rule: "response-enum-value-added", severity: "error", at: "enum: [primary, pooler, replica, proxy]" }],
  },
  {
    file: postgres,
    behind: "      failure:",
    from: '          - type: "null"\n',
    to: "",
    expected: [{ rule: "response-type-narrowed", severity: "warning", behind: "", at: "failure:" }],
  },
  {
    file: search,
    behind: "          - title: SearchPage",
    from: "            required: [page, hits_per_page, total_pages, total_hits]",
    to: "            required: [page, hits_per_page, total_pages]",
    expected: [{ rule: "response-property-optional", severity: "error", at: "total_hits:" }],
  },
  {
    file: search,
    behind: "          title: SearchHit",
    from: '            ranking_score:\n              type: [number, "null"]',
    to: '            ranking_score:\n              type: [number, string, "null"]',
    expected: [{ rule: "response-type-widened", severity: "error", at: "type: [number, string" }],
  },
  {
    file: search,
    behind: "\nlist_indexes:",
    from: '            primary_key:\n              type: [string, "null"]\n              minLength: 1',
    to: '            primary_key:\n              type: [string, "null"]\n              minLength: 2',
    expected: [{ rule: "response-limit-tightened", severity: "warning", at: "minLength: 2" }],
  },
  // Credentials
  {
    file: "schemas/credentials.yaml",
    behind: "SearchCredential:",
    from: "const: SEARCH_CREDENTIALS",
    to: "const: SEARCH_KEYS",
    expected: [
      { rule: "credential-key-removed", severity: "error", was: "const: SEARCH_CREDENTIALS" },
      { rule: "credential-key-added", severity: "error", at: "const: SEARCH_KEYS" },
    ],
  },
  {
    file: "schemas/credentials.yaml",
    behind: "PostgresCredential:",
    from: "^(?!(?:AUTH|SEARCH|S3)_CREDENTIALS$)[A-Za-z_][A-Za-z0-9_]{0,62}$",
    to: "^(?!(?:AUTH|S3)_CREDENTIALS$|SEARCH_KEYS$)[A-Za-z_][A-Za-z0-9_]{0,62}$",
    expected: [{ rule: "response-pattern-changed", severity: "error", at: "pattern: " }],
  },
  {
    file: "schemas/credentials.yaml",
    behind: "S3CredentialDescriptor:",
    from: "enum: [path, virtual]",
    to: "enum: [path]",
    expected: [{ rule: "response-enum-value-removed", severity: "warning", at: "enum: [path]" }],
  },
  {
    file: "schemas/credentials.yaml",
    behind: "GracePeriodSeconds:",
    from: "maximum: 604800",
    to: "maximum: 86400",
    expected: [{ rule: "request-limit-tightened", severity: "error", at: "maximum: 86400" }],
  },
  {
    file: "schemas/credentials.yaml",
    behind: "CredentialReceipt:",
    from: "    entry_id:",
    to: "    rotation_id:\n      type: string\n    entry_id:",
    expected: [{ rule: "response-property-added", severity: "info", at: "rotation_id:" }],
  },
  // Operations
  {
    file: "paths/credential.yaml",
    from: "bearer: [service:reveal]",
    to: "bearer: [service:reveal, service:read]",
    expected: [{ rule: "security-tightened", severity: "error", at: "security:" }],
  },
  {
    file: "paths/credential.yaml",
    from: "operationId: revealCredential",
    to: "operationId: readCredential",
    expected: [{ rule: "operation-id-changed", severity: "warning", at: "operationId: readCredential" }],
  },
  {
    file: "paths/project.yaml",
    from: "get:\n",
    to: "get:\n  deprecated: true\n",
    expected: [{ rule: "operation-deprecated", severity: "info", at: "deprecated: true" }],
  },
  {
    file: "paths/service.yaml",
    from: '    "429":\n      $ref: ../responses.yaml#/RateLimited\n',
    to: "",
    expected: [{ rule: "error-response-removed", severity: "info", was: '"429":' }],
  },
  {
    file: "paths/services.yaml",
    from: '    "201":',
    to: '    "202":',
    expected: [
      { rule: "success-response-removed", severity: "error", was: '"201":' },
      { rule: "success-response-added", severity: "error", at: '"202":' },
    ],
  },
  {
    file: "openapi.yaml",
    from: "  - url: https://api.platform.example",
    to: "  - url: https://api.platform.example/v2",
    expected: [
      { rule: "server-removed", severity: "error", was: "url: https://api.platform.example" },
      { rule: "server-added", severity: "info", at: "url: https://api.platform.example/v2" },
    ],
  },
  {
    file: "openapi.yaml",
    from: "      scheme: bearer",
    to: "      scheme: basic",
    expected: [{ rule: "security-scheme-changed", severity: "error", at: "scheme: basic" }],
  },
  {
    file: "responses.yaml",
    behind: "# A header",
    from: "    type: integer",
    to: "    type: string",
    expected: [{ rule: "response-type-changed", severity: "error", at: "type: string" }],
  },
  {
    file: "parameters.yaml",
    behind: "ServiceId:",
    from: "    format: uuid\n",
    to: "    format: uuid\n    maxLength: 20\n",
    expected: [{ rule: "request-limit-tightened", severity: "error", at: "maxLength: 20" }],
  },
  // Words only
  {
    file: "schemas/transfers.yaml",
    from: "description:",
    to: "description: Reworded.\n  x-note:",
    expected: [],
  },
];

/** Edits that others would get lost in; each is made alone. */
export const loneEdits: readonly SpecEdit[] = [
  {
    file: "paths/action.yaml",
    from: "  x-platform-auth-actions:\n    $ref: ../actions/auth.yaml\n",
    to: "",
    expected: [{ rule: "service-type-removed", severity: "error", was: "x-platform-auth-actions:\n    $ref" }],
  },
  {
    file: "paths/action.yaml",
    from: "  x-platform-auth-actions:\n",
    to: "  x-platform-identity-actions:\n",
    expected: [
      { rule: "service-type-removed", severity: "error", was: "x-platform-auth-actions:\n    $ref" },
      { rule: "service-type-added", severity: "warning", at: "x-platform-identity-actions:\n    $ref" },
    ],
  },
  {
    file: "openapi.yaml",
    from: "  /v1/projects/{project_id}/services/{service_id}/credential:",
    to: "  /v1/projects/{project_id}/services/{service_id}/secret:",
    expected: [{ rule: "operation-moved", severity: "error", file: "paths/credential.yaml", at: "get:" }],
  },
  {
    file: "openapi.yaml",
    from: "  /v1/projects/{project_id}:\n    $ref: paths/project.yaml\n",
    to: "",
    expected: [{ rule: "operation-removed-without-deprecation", severity: "error", file: "paths/project.yaml", was: "get:" }],
  },
  {
    file: "schemas/credentials.yaml",
    from: '    - $ref: "#/ObjectsCredential"\n',
    to: "",
    expected: [
      { rule: "credential-key-removed", severity: "error", was: "const: S3_CREDENTIALS" },
      { rule: "response-alternative-removed", severity: "warning", was: '- $ref: "#/ObjectsCredential"' },
    ],
  },
  {
    file: "schemas/services.yaml",
    behind: "ObjectsService:",
    from: "const: objects",
    to: "const: storage",
    expected: [
      { rule: "response-enum-value-added", severity: "error", at: "const: storage" },
      { rule: "response-enum-value-removed", severity: "warning", at: "const: storage" },
    ],
  },
  {
    file: "schemas/action-results.yaml",
    from: '    - $ref: "#/ObjectsActionResult"\n',
    to: "",
    // AuthActionResult says the same.
    expected: [],
  },
];
