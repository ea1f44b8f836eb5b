import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { repositoryPath } from "../../support/repository.js";
import { document } from "../../tools/exchanges/recordings/every-kind.js";

const servers = "test/tools/exchanges/conformance/servers";

const text = { type: "string", maxLength: 4, pattern: "^[a-z]+$" };
const list = { type: "array", items: text };
const at = (name: string, place: string, style: string, more: object = {}) => ({
  name,
  in: place,
  style,
  ...(place === "path" && { required: true }),
  schema: list,
  ...more,
});

/** Every kind of parameter, body and response. */
const everyKind = {
  ...document,
  servers: [{ url: "/v1" }],
  paths: {
    ...document.paths,
    "/styles/{plain}/{label}/{matrix}": {
      get: {
        operationId: "findByStyle",
        parameters: [
          at("plain", "path", "simple"),
          at("label", "path", "label"),
          at("matrix", "path", "matrix"),
          at("spaces", "query", "spaceDelimited", { explode: false }),
          at("pipes", "query", "pipeDelimited", { explode: false }),
          at("commas", "query", "form", { explode: false }),
          { name: "on", in: "query", required: true, schema: { type: "boolean" } },
          { name: "size", in: "query", schema: { type: "number", minimum: 1, default: 5 } },
        ],
        responses: { "204": { description: "Done." } },
      },
    },
  },
};

/** The contracts that mutated servers are tested on, by name: the fastest ones, or all. */
export function writeContracts(isWhole: boolean): {
  readonly files: Readonly<Record<string, string>>;
  readonly remove: () => void;
} {
  const folder = mkdtempSync(path.join(tmpdir(), "mutations-"));
  const file = path.join(folder, "every-kind.json");
  writeFileSync(file, JSON.stringify(everyKind));
  return {
    files: {
      caches: repositoryPath(`${servers}/caches.yaml`),
      "every kind": file,
      ...(isWhole && { droplets: repositoryPath(`${servers}/droplets.yaml`) }),
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
