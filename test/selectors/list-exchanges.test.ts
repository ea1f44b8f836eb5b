import { expect, test } from "vitest";
import { readContract } from "../../generator/tools/exchanges/exchange-contract.js";
import { validateExchange } from "../../generator/tools/exchanges/validate-exchange.js";
import { validateFiles } from "../../generator/tools/exchanges/validate-files.js";
import { har } from "../tools/exchanges/recordings/recorded.js";
import { folderOf, lines } from "../tools/exchanges/validate-texts.js";
import { contractsFolder } from "./selector-contract.js";

const contractOf = (name: string) => readContract(`${name}.yaml`, { workingFolder: contractsFolder });
const batches = contractOf("batches");

const done = { state: "done" };
const start = { action: "start" };
const resize = { action: "resize", cores: 2 };
const resized = { ...done, output: { cores: 2 } };

test.each<[string, readonly object[], unknown, readonly string[]]>([
  ["valid", [start, resize], [done, resized], []],
  ["invalid for the action of its item", [start, resize], [done, done], ["/response/body/results/1/output required"]],
  [
    "of the wrong type",
    [start, resize],
    [done, { ...done, output: { cores: "2" } }],
    ["/response/body/results/1/output/cores type"],
  ],
  ["too few", [start, start], [done], ["/response/body/results results"]],
  ["too many", [start], [done, done], ["/response/body/results results"]],
  ["none", [start], [], ["/response/body/results results"]],
  [
    "with a status that its action can't have",
    [resize, start],
    [resized, { state: "queued" }],
    ["/response/body/results/1/state statuses"],
  ],
])("results are %s", async (_, actions, results, expected) => {
  const response = { status: 200, body: { revision: "r", results } };
  const action = (actions[0] as typeof start).action;
  const exchange = { service_type: "machine", action, request: { body: { actions } }, response };
  expect(validateExchange(batches, exchange as never).map(({ pointer, rule }) => `${pointer} ${rule}`)).toEqual(expected);
  const entry = {
    method: "POST",
    url: "https://api.example.net/machines/m/batch",
    sent: { actions },
    status: 200,
    answer: response.body,
  };
  const recorded = await validateFiles(batches, ["."], { workingFolder: folderOf({ "a.har": har([entry]) }) });
  expect(lines(recorded)).toHaveLength(expected.length);
});

const failed = (code: string) => ({ error: `${code}: Unknown.` });

test.each<[string, string, string, unknown, boolean]>([
  ["a list without items", "lists", "/documents/d/updates", { requests: [] }, true],
  ["an item with two names", "lists", "/documents/d/updates", { requests: [{ clear: {}, insertText: { text: "a" } }] }, true],
  [
    "a second item with two names",
    "lists",
    "/documents/d/updates",
    { requests: [{ clear: {} }, { clear: {}, insertText: { text: "a" } }] },
    true,
  ],
  ["an unknown name", "lists", "/documents/d/updates", { requests: [{ explode: {} }] }, true],
  ["one item", "lists", "/documents/d/updates", { requests: [{ clear: {} }] }, false],
  ["two names beside each other", "members", "/machines/m/changes", { start: {}, resize: { cores: 2 } }, true],
  ["no key", "compute", "/servers/s1/action", {}, true],
  ["two keys", "compute", "/servers/s1/action", { "os-start": null, pause: null }, true],
])("a recorded request with %s has findings exactly if servers reject it", async (_, name, path, sent, isFound) => {
  const entry = {
    method: "POST",
    url: `https://api.example.net${path}`,
    sent,
    status: 404,
    answer: failed("resource_not_found"),
  };
  const contract = contractOf(name);
  const found = await validateFiles(contract, ["."], {
    workingFolder: folderOf({ "a.har": har([entry]) }),
    baseUrls: ["https://api.example.net"],
  });
  const about = lines(found).filter((line) => line.includes("/request/"));
  expect({ exchanges: found.exchanges, isFound: about.length > 0 }).toEqual({ exchanges: 1, isFound });
});
