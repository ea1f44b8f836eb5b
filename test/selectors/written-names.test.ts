import fc from "fast-check";
import { expect, test } from "vitest";
import {
  isParameter,
  readAction,
  readActionBody,
  readType,
  sentFacts,
  writeActionBody,
  type FactLocation,
  type Selector,
} from "../../templates/runtime/selector.js";
import { readEnvelope } from "../../templates/runtime/server/body.js";
import type { Call } from "../../templates/runtime/server/contract.js";
import { model } from "../../generator/compile.js";
import { createExchangeContract } from "../../generator/tools/exchanges/exchange-contract.js";
import { createRequestBuilder } from "../../generator/tools/exchanges/conformance/build-request.js";
import { actionBinding } from "../../generator/binding/action-binding.js";
import { collectOperations } from "../../generator/binding/binding.js";
import type { JsonObject } from "../../generator/document/json-value.js";
import { contractsFolder } from "./selector-contract.js";

const word = fc.stringMatching(/^[A-Za-z][A-Za-z0-9]{0,5}$/);
const around = fc.stringMatching(/^[a-z./-]{0,4}$/);
const separator = fc.constantFrom(".", "-", "_", ":");
const place = (name: string): fc.Arbitrary<FactLocation> =>
  fc.record({
    in: fc.constantFrom("path", "query", "header", "field"),
    name: fc.constantFrom(`/${name}`, `/outer/${name}`, `/__proto__/${name}`),
    before: around,
    after: around,
  });

/** Writes a call as a client does and returns what a server reads. */
function sendCall(selector: Selector, action: string, type: string, body: object) {
  const sent = sentFacts(selector, action, type);
  const texts = Object.fromEntries(sent.filter(([at]) => isParameter(at)).map(([at, text]) => [at.name, text]));
  const mediaType = sent.find(([at]) => at.in === "media-type")?.[1].toLowerCase();
  const parameters = { path: texts, query: texts, headers: texts, mediaType };
  const written = writeActionBody(selector, { action, type, body });
  return {
    action: readAction(selector, parameters, written),
    type: readType(selector, parameters, written),
    body: readActionBody(selector, written, action),
  };
}

test("a server reads the name that a client writes in two parts, wherever they are", () => {
  fc.assert(
    fc.property(
      place("a"),
      place("b"),
      place("c"),
      separator,
      word,
      word,
      word,
      (action, rest, type, text, first, second, kind) => {
        const selector: Selector = { action, rest: { ...rest, separator: text }, type, body: "/own" };
        const name = `${first}${text}${second}`;
        expect(sendCall(selector, name, kind, { x: 1 })).toEqual({ action: name, type: kind, body: { x: 1 } });
      },
    ),
    { numRuns: 300 },
  );
});

test("a server reads the name that a client writes in a media type, whatever its case", () => {
  fc.assert(
    fc.property(
      around,
      around,
      fc.uniqueArray(word, { minLength: 1, selector: (name) => name.toLowerCase() }),
      (before, after, names) => {
        const selector: Selector = { action: { in: "media-type", name: "", before, after }, names };
        for (const name of names) expect(sendCall(selector, name, "", {}).action).toBe(name);
      },
    ),
    { numRuns: 200 },
  );
});

test("a server reads the name that a client writes as a key beside others, and what is beside it", () => {
  const members = fc.dictionary(fc.stringMatching(/^_[a-z_]{1,9}$/), fc.anything(), { noNullPrototype: true });
  fc.assert(
    fc.property(around, around, fc.uniqueArray(word, { minLength: 1 }), members, (before, after, names, envelope) => {
      const others = Object.keys(envelope);
      const selector: Selector = { action: { in: "member", name: "", before, after }, names, others, fixed: { "/=": 1 } };
      for (const action of names) {
        const written = writeActionBody(selector, { action, body: { x: 1 }, envelope });
        expect(readAction(selector, { path: {}, query: {}, headers: {} }, written)).toBe(action);
        expect(readActionBody(selector, written, action)).toEqual({ x: 1 });
        const call = { route: { selector }, content: { value: written } } as unknown as Call;
        expect(readEnvelope(call)).toEqual(envelope);
      }
    }),
    { numRuns: 200, examples: [["", "", ["a"], Object.fromEntries([["__proto__", 1]])]] },
  );
});

test("no other two texts name an action of two parts", () => {
  const at = (name: string): FactLocation => ({ in: "query", name });
  fc.assert(
    fc.property(fc.string(), fc.string(), (first, second) => {
      const selector: Selector = { action: at("a"), rest: { ...at("b"), separator: "." } };
      const query = { a: first, b: second };
      const name = readAction(selector, { path: {}, query, headers: {} }, undefined);
      const isNamed = first === "server" && second === "start";
      expect(name === "server.start").toBe(isNamed);
    }),
    {
      examples: [
        ["server", "start"],
        ["server.start", ""],
        ["", "server.start"],
        ["server.", "start"],
        ["server", ".start"],
      ],
    },
  );
});

test("each action is tested in its own media type", async () => {
  const { contract, loaded } = await model("media-types.yaml", { workingFolder: contractsFolder });
  const exchange = createExchangeContract(loaded!);
  const builder = createRequestBuilder(contract!);
  const node = exchange.actions.get("job")!.get("start")!;
  const built = await builder.build({ endpoint: node.endpoint, node }, { params: { job_id: "j" }, body: {} }, undefined);
  expect(built.headers["content-type"]).toBe("application/vnd.acme.start+json");
});

test("names that contain the separator before them are listed for the end of a path", () => {
  const namesOf = (path: string, action: JsonObject, actions: JsonObject) => {
    const document = { openapi: "3.1.0", paths: { [path]: { post: { responses: {}, "x-acme-action-binding": { action } } } } };
    const operations = collectOperations(document);
    const serviceTypes = new Map([["vm", actions]]);
    const source = { document, endpoint: operations[0]!, operations, serviceTypes, prefix: "acme" };
    return actionBinding(source, []).selector?.names;
  };
  const suffix = { in: "path-suffix", name: "verb" };
  expect(namesOf("/vms/{id}:{verb}", suffix, { start: {}, "disk:grow": {} })).toEqual(["disk:grow"]);
  expect(namesOf("/vms/{id}:{verb}", suffix, { start: {} })).toBeUndefined();
  expect(namesOf("/vms/{id}/{verb}", { in: "path", name: "verb" }, { "disk:grow": {} })).toBeUndefined();
});
