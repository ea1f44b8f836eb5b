import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";

/** @typedef {{ name: string, request?: { body?: unknown }, response?: { status: number, body?: unknown } }} Exchange */
/** @typedef {{ type: string, action: string, exchanges: Exchange[] }} Fixture */

/** The project's own fixtures of actions, copied as often as it takes to have so many exchanges. */
const wanted = 10_000;

/**
 * Folders with some ten thousand exchanges each, as YAML and as JSON, and the same number as one recording.
 * @param {import("./workspace.mjs").Workspace} workspace
 */
export function manyExchanges(workspace) {
  const source = workspace.inFolder("spec", "fixtures");
  const fixtures = readFixtures(source);
  const each = fixtures.reduce((sum, { exchanges }) => sum + exchanges.length, 0);
  const copies = Math.ceil(wanted / each);
  const [yaml, json, har] = ["many-yaml", "many-json", "many.har"].map((name) => workspace.inFolder(name));
  if (!existsSync(/** @type {string} */ (har))) {
    for (let copy = 0; copy < copies; copy++) {
      for (const { type, action, exchanges } of fixtures) {
        const folder = (/** @type {string | undefined} */ root) => path.join(String(root), String(copy), type);
        for (const root of [yaml, json]) mkdirSync(folder(root), { recursive: true });
        cpSync(path.join(source, type, `${action}.yaml`), path.join(folder(yaml), `${action}.yaml`));
        writeFileSync(path.join(folder(json), `${action}.json`), JSON.stringify({ exchanges }, null, 2));
      }
    }
    writeFileSync(/** @type {string} */ (har), JSON.stringify(recording(fixtures, wanted)));
  }
  return {
    yaml: "many-yaml",
    json: "many-json",
    har: "many.har",
    exchanges: each * copies,
    recorded: wanted,
    few: "many-yaml/0",
  };
}

/** The services in a recording, whose types the validator is given. @param {string} type */
export const serviceId = (type) => `00000000-0000-4000-8000-${Buffer.from(type).toString("hex").padStart(12, "0").slice(-12)}`;

/**
 * @param {string} folder
 * @returns {Fixture[]}
 */
function readFixtures(folder) {
  return readdirSync(folder)
    .filter((type) => type !== "operations")
    .flatMap((type) =>
      readdirSync(path.join(folder, type)).map((file) => ({
        type,
        action: file.replace(/\.yaml$/, ""),
        exchanges: parse(readFileSync(path.join(folder, type, file), "utf8")).exchanges,
      })),
    );
}

/**
 * In one line, as browsers write it.
 * @param {readonly Fixture[]} fixtures
 * @param {number} length
 */
function recording(fixtures, length) {
  const complete = fixtures.flatMap(({ type, action, exchanges }) =>
    exchanges.flatMap(({ request, response }) => (request && response ? [{ type, action, request, response }] : [])),
  );
  const entries = Array.from({ length }, (_, index) => {
    const { type, action, request, response } = /** @type {(typeof complete)[number]} */ (complete[index % complete.length]);
    const text = JSON.stringify(response.body);
    return {
      startedDateTime: "2026-01-15T09:30:00.000Z",
      time: 12,
      request: {
        method: "POST",
        url: `https://api.platform.example/v1/projects/${serviceId("project")}/services/${serviceId(type)}/actions/${action}`,
        httpVersion: "HTTP/1.1",
        headers: [
          { name: "Authorization", value: "Bearer bench-token-of-nobody" },
          { name: "Content-Type", value: "application/json" },
          { name: "User-Agent", value: "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0" },
        ],
        queryString: [],
        cookies: [],
        postData: { mimeType: "application/json", text: JSON.stringify(request.body) },
      },
      response: {
        status: response.status,
        statusText: "OK",
        httpVersion: "HTTP/1.1",
        headers: [{ name: "content-type", value: "application/json" }],
        cookies: [],
        content: { size: text.length, mimeType: "application/json", text },
      },
      cache: {},
      timings: { send: 0, wait: 10, receive: 2 },
    };
  });
  return { log: { version: "1.2", creator: { name: "bench", version: "1" }, entries } };
}
