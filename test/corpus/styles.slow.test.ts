import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { loadContract } from "../../generator/document/load-contract.js";
import type { Style } from "../../generator/tools/adopt/endpoint.js";
import { findEndpoints } from "../../generator/tools/adopt/find-endpoints.js";
import { corpus, hasCorpus } from "../support/corpus.js";

const isThere = hasCorpus("openapi");

/** Documents whose makers have actions, as a reader of their paths and bodies finds them, and one endpoint of each style. */
const expected: readonly (readonly [file: string, style: Style, endpoint: string])[] = [
  ["hcloud/hcloud.json", "literal below /actions/", "post /servers/{id}/actions/{action}"],
  ["openstack-manila/v2.97.yaml", "only key of the body", "post /shares/{id}/action"],
  ["cloud-hypervisor/cloud-hypervisor.yaml", "custom verb", "put /vm.{action}"],
  ["paypal/invoicing_v2.json", "literal verb", "post /v2/invoicing/invoices/{invoice_id}/{action}"],
  ["paypal/billing_subscriptions_v1.json", "literal verb", "post /v1/billing/subscriptions/{id}/{action}"],
  ["workos/open-api-spec.yaml", "literal verb", "post /user_management/invitations/{id}/{action}"],
  ["box-v2025/openapi-v2025.0.json", "literal verb", "post /hubs/{hub_id}/{action}"],
  ["lob/lob-api-public.yml", "literal verb", "post /campaigns/{cmp_id}/{action}"],
  ["typespec-samples/grpc-library-example__openapi.yaml", "custom verb", "post /v1/shelves/{name}:{action}"],
  [
    "oai-learn/examples/v3.0/link-example.json",
    "literal verb",
    "post /2.0/repositories/{username}/{slug}/pullrequests/{pid}/{action}",
  ],
  [
    "readme-oas-examples/3.0/json/link-example.json",
    "literal verb",
    "post /2.0/repositories/{username}/{slug}/pullrequests/{pid}/{action}",
  ],
  ["readme-oas-examples/3.0/json/petstore.json", "literal verb", "post /pet/{petId}/{action}"],
  ["readme-oas-examples/3.1/json/petstore.json", "literal verb", "post /pet/{petId}/{action}"],
  // Each path is a command of a group, such as POST /core/quit, and no path is that of a thing.
  ["rclone/openapi.json", "literal verb", "post /core/{action}"],
];

describe.skipIf(!isThere)("adopt", () => {
  const found = (file: string) => {
    const { contract } = loadContract(path.join("openapi", file), { workingFolder: corpus });
    return findEndpoints(contract!.document, "platform").filter(({ certainty }) => certainty !== "unsure");
  };

  test("finds the style of each document that has one", () => {
    const missing = expected.filter(([file, style, endpoint]) => {
      return !found(file).some((one) => one.style === style && `${one.method} ${one.path}` === endpoint);
    });
    expect(missing).toEqual([]);
  });

  test("finds none in the others", () => {
    const { documents } = JSON.parse(readFileSync(path.join(corpus, "MANIFEST.json"), "utf8")) as {
      documents: { file: string }[];
    };
    const having = new Set(expected.map(([file]) => `openapi/${file}`));
    const others = documents.filter(({ file }) => !having.has(file));
    expect(others.length).toBeGreaterThan(200);
    const claimed = others.flatMap(({ file }) => {
      const { contract } = loadContract(file, { workingFolder: corpus });
      const endpoints = contract ? findEndpoints(contract.document, "platform") : [];
      return endpoints.filter(({ certainty }) => certainty !== "unsure").map(({ method, path: at }) => `${file} ${method} ${at}`);
    });
    expect(claimed).toEqual([]);
  });
});
