import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { compile } from "../../generator/compile.js";
import type { Contract } from "../../generator/model/contract.js";
import { selectorOf } from "../../generator/model/action-requests.js";
import { readTemplate } from "../../generator/package.js";
import { readAction, readActionBody } from "../../templates/runtime/selector.js";
import type { AnyApplication } from "../../templates/runtime/server/contract.js";
import type { Server } from "../../templates/runtime/server/create-server.js";
import { corpus, hasCorpus } from "../support/corpus.js";
import { runCli, temporaryFolder } from "../support/command-line.js";
import { loadOutput } from "../support/load-output.js";

interface Case {
  readonly type: string;
  readonly action: string;
  readonly why: string;
  readonly value: unknown;
  readonly valid: boolean;
}

/** A contract of the corpus, and the document of its maker. */
interface Original {
  readonly contract: string;
  /** Absent: the corpus has none, so one is written in the usual style of literal paths. */
  readonly document?: string;
  /** The types of the contract by what `adopt` calls them, where that isn't the singular. */
  readonly types: Readonly<Record<string, string>>;
  /** Actions that are none by the paths of their maker, such as `PUT /roles/{slug}/permissions`; they are written too. */
  readonly written?: readonly string[];
  /** Entries of an overlay that a person has to add. */
  readonly person?: readonly object[];
}

const originals: readonly Original[] = [
  {
    contract: "hcloud",
    document: "hcloud/hcloud.json",
    types: {
      firewalls: "firewall",
      floating_ips: "floating_ip",
      images: "image",
      load_balancers: "load_balancer",
      networks: "network",
      primary_ips: "primary_ip",
      servers: "server",
      storage_boxes: "storage_box",
      storage_boxes_subaccounts: "subaccount",
      volumes: "volume",
      zones: "zone",
      zones_rrsets: "rrset",
    },
  },
  { contract: "cloud-hypervisor", document: "cloud-hypervisor/cloud-hypervisor.yaml", types: { vm: "vm" } },
  {
    contract: "paypal-billing_subscriptions_v1",
    document: "paypal/billing_subscriptions_v1.json",
    types: { plans: "plan", subscriptions: "subscription" },
  },
  { contract: "paypal-invoicing_v2", document: "paypal/invoicing_v2.json", types: { invoices: "invoice" } },
  {
    contract: "workos",
    document: "workos/open-api-spec.yaml",
    types: {
      api_keys: "api_key",
      factors: "factor",
      "data-integrations": "data_integration",
      invitations: "invitation",
    },
    written: [
      "challenges verify",
      "organization_memberships check",
      "roles permissions",
      "data-integrations api-key",
      "data-integrations client-credentials",
      "data-integrations credentials",
      "data-integrations token",
    ],
    // None of the codes that this response lists is that of an invalid request.
    person: [
      {
        target: "$.paths['/user_management/invitations/{id}/{action}'].post.responses['400']",
        update: {
          "x-platform-error-binding": {
            codes: {
              invalid_parameter: "invalid_invite",
              invalid_body: "invalid_invite",
              invalid_action_body: "invalid_invite",
            },
          },
        },
      },
    ],
  },
  {
    contract: "openstack-manila",
    document: "openstack-manila/v2.97.yaml",
    types: {
      "share-backups": "share_backup",
      "share-group-snapshots": "share_group_snapshot",
      "share-group-types": "share_group_type",
      "share-groups": "share_group",
      "share-networks": "share_network",
      "share-replicas": "share_replica",
      "share-servers": "share_server",
      share_instances: "share_instance",
      shares: "share",
      "snapshot-instances": "snapshot_instance",
      snapshots: "snapshot",
      types: "type",
    },
  },
  { contract: "managed-services-a", types: {} },
];

const isThere = hasCorpus("actions") && hasCorpus("openapi");

describe.skipIf(!isThere).each(originals)("$contract", ({ contract: name, document, types, written = [], person = [] }) => {
  const cases = isThere ? casesOf(name) : [];
  let adopted: Adopted | undefined;
  let rewritten: Adopted | undefined;

  beforeAll(async () => {
    if (document !== undefined) adopted = await adoptFile(path.join(corpus, "openapi", document), person);
    if (document === undefined || written.length > 0) rewritten = await adoptText(literalPaths(name));
  });

  test("adopt finds its actions in the vendor's document", () => {
    const wanted = new Set(cases.map(({ type, action }) => `${type} ${action}`));
    const missing = [...wanted].filter((one) => {
      const [type, action] = one.split(" ") as [string, string];
      return adopted?.has(types[type] ?? type, action) !== true;
    });
    expect(missing.sort()).toEqual(document === undefined ? [...wanted].sort() : [...written].sort());
  });

  test("bodies get the labelled verdicts", async () => {
    const disagreements: Case[] = [];
    for (const one of cases) {
      const isOther = document === undefined || written.includes(`${one.type} ${one.action}`);
      const verdict = isOther
        ? await rewritten!.judge(writtenType(one.type), one.action, one.value)
        : await adopted!.judge(types[one.type] ?? one.type, one.action, one.value);
      // The labels are those of ajv-formats, whose int64 takes any whole number, 1e300 too. Ours ends at 2^53.
      if (verdict !== expected(name, one) && !(one.valid && one.why.includes("huge at "))) disagreements.push(one);
    }
    expect(cases.length).toBeGreaterThan(0);
    const known = name === "openstack-manila" ? disagreements.filter((one) => fitsSeveral(one) || isAnything(one)) : [];
    expect(disagreements.filter((one) => !known.includes(one))).toEqual([]);
    expect(known.length).toBe(name === "openstack-manila" ? 19 : 0);
  });
});

/** The document has versions of an action in a `oneOf`, and the label rejects what fits two. `adopt` takes what fits any. */
function fitsSeveral({ type, action, valid }: Case): boolean {
  const versioned = [
    "extend",
    "reset_task_state",
    "migration_cancel",
    "migration_complete",
    "migration_get_progress",
    "migration_start",
  ];
  return type === "shares" && !valid && versioned.includes(action);
}

/** A body of any kind in the document is an action without input: `null`, as clients write it. */
function isAnything({ type, action, valid }: Case): boolean {
  return type === "shares" && valid && ["unmanage", "soft_delete", "restore", "force_delete", "os-force_delete"].includes(action);
}

/** A body that has not the key of its action alone names no action, whatever its schema says. */
function expected(name: string, { action, value, valid }: Case): boolean {
  if (name !== "openstack-manila") return valid;
  const isNamed = typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).join() === action;
  return isNamed && valid;
}

function casesOf(name: string): Case[] {
  const text = readFileSync(path.join(corpus, "actions", `${name}.cases.jsonl`), "utf8");
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Case);
}

/** A document after `adopt`. */
interface Adopted {
  has(type: string, action: string): boolean;
  /** Whether a request with a body invokes an action. */
  judge(type: string, action: string, body: unknown): Promise<boolean>;
}

function adoptFile(file: string, person: readonly object[]): Promise<Adopted> {
  const folder = temporaryFolder();
  const name = `document${path.extname(file)}`;
  copyFileSync(file, path.join(folder, name));
  return adoptIn(folder, name, person);
}

function adoptText(text: string): Promise<Adopted> {
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, "document.json"), text);
  return adoptIn(folder, "document.json");
}

async function adoptIn(workingFolder: string, name: string, person: readonly object[] = []): Promise<Adopted> {
  expect(await runCli(workingFolder, ["adopt", name])).toMatchObject({ code: 0 });
  const own = { overlay: "1.1.0", info: { title: "Own", version: "1" }, actions: person };
  if (person.length > 0) writeFileSync(path.join(workingFolder, "own.overlay.json"), JSON.stringify(own));
  const overlays = ["document.overlay.yaml", ...(person.length > 0 ? ["own.overlay.json"] : [])];
  const options = { workingFolder, overlays, template: readTemplate };
  const { files, contract, diagnostics } = await compile(name, options);
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const load = loadOutput(files!);
  const { actions } = (await load("validators/index.ts")) as {
    actions: Readonly<Record<string, Readonly<Record<string, { body: (value: unknown) => boolean }>>>>;
  };
  const { createServer, toFetchHandler } = (await load("server/index.ts")) as {
    createServer: (application: AnyApplication) => Server;
    toFetchHandler: (server: Server) => (request: Request) => Promise<Response>;
  };
  const server = toFetchHandler(
    createServer({
      authenticate: () => ({}),
      canAccess: () => true,
      findResource: () => ({}),
      log: () => undefined,
      handlers: { actions: {} },
    }),
  );
  return {
    has: (type, action) => actions[type]?.[action] !== undefined,
    async judge(type, action, body) {
      const endpoint = endpointOf(contract!, type);
      const selector = selectorOf(endpoint);
      if (selector.action.in !== "key") return actions[type]![action]!.body(readActionBody(selector, body, action));
      if (readAction(selector, { path: {}, query: {}, headers: {} }, body) !== action) return false;
      const headers = { "content-type": "application/json" };
      const url = `http://localhost${endpoint.path.replaceAll(/\{[^{}]*\}/g, "1")}`;
      const { status } = await server(new Request(url, { method: "POST", headers, body: JSON.stringify(body) }));
      // There is no handler: what is valid is not implemented.
      expect([400, 501]).toContain(status);
      return status === 501;
    },
  };
}

function endpointOf({ serviceTypes, operations }: Contract, name: string) {
  const { operationId } = serviceTypes.find((type) => type.name === name)!;
  return operations.find(({ id }) => id === operationId)!;
}

const extensionKey = /^x-platform-(.+)-actions$/;

/** The type that `adopt` makes of the path `/type-<name>/{id}/actions/…`. */
function writtenType(type: string): string {
  return `type_${type.replaceAll("-", "_")}_it`;
}

/** A contract of the corpus as a maker of literal paths would have written it. */
function literalPaths(name: string): string {
  const { paths, ...document } = JSON.parse(readFileSync(path.join(corpus, "actions", `${name}.json`), "utf8")) as {
    paths: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>;
  };
  const operations = Object.values(paths).flatMap((item) => Object.values(item));
  const actions = operations.flatMap((operation) =>
    Object.entries(operation).flatMap(([key, map]) => {
      const type = extensionKey.exec(key)?.[1];
      return type === undefined ? [] : Object.entries(map as object).map(([action, it]) => [type, action, it] as const);
    }),
  );
  const written = actions.map(
    ([type, action, { body = { type: "object", maxProperties: 0 } }]: readonly [string, string, { body?: unknown }]) => [
      `/${writtenType(type)}/{id}/actions/${action}`,
      {
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
        post: {
          requestBody: { content: { "application/json": { schema: body } } },
          responses: { 204: { description: "Done." } },
        },
      },
    ],
  );
  return JSON.stringify({ ...document, paths: Object.fromEntries(written) });
}
