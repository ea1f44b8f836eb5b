import type { Envelope } from "../../templates/runtime/facts.js";
import { own, ownObject, ownString, type JsonObject } from "../document/json-value.js";
import { resolveComponent } from "../document/reference.js";
import { schemasIn } from "../json-schema/schema.js";
import type { BindingSource, BoundResponse } from "./binding.js";
import { checkPointer } from "./check-pointers.js";
import { listCode } from "./codes/lists.js";
import { envelopeMembers, readEnvelope } from "./envelope-binding.js";
import type { BindingProblem } from "./problem.js";

/** The envelope of requests that are lists of actions: the locations of facts are those of the first result. */
export interface ListEnvelope {
  /** The JSON pointer to the list of results; absent: the response has none. */
  readonly results: string | undefined;
  readonly envelope: Envelope;
  readonly isAssumed: boolean;
  readonly withoutResult: readonly string[];
}

const none: ListEnvelope = { results: undefined, envelope: {}, isAssumed: false, withoutResult: [] };

/** The fields of an Action Object that a single action of a list can't have. */
const ownParts = ["parameters", "requestBody", "responses"];

/** Determines where the successes of a list of actions have the facts of each; `holder` is the binding. */
export function readListEnvelope(
  source: BindingSource,
  successes: readonly BoundResponse[],
  written: JsonObject | null | undefined,
  holder: JsonObject,
  problems: BindingProblem[],
): ListEnvelope {
  const { document } = source;
  checkParts(source, successes, holder, problems);
  if (written === null) return none;
  const [success] = successes;
  const results = ownString(written, "list");
  if (!written || results === undefined) {
    const hint = "Write response: { list: /results }, or response: null if there are none.";
    problems.push(listCode.problem("results", {}, { holder, key: written ? "response" : "list" }, hint));
    return none;
  }
  const schema = success?.json[0]?.schema;
  const target = { schema, document, what: "the success has", types: ["array"] } as const;
  if (!checkPointer(target, results, { holder: written, key: "list" }, problems)) return none;
  const item = schemasIn(document).at(schema, `${results}/0`)?.schema.node ?? {};
  const ofItem = successes.map((one) => ({ ...one, json: one.json.map((media) => ({ ...media, schema: item })) }));
  const members = { ...envelopeMembers, list: "pointer" } as const;
  const { envelope, isAssumed, withoutResult } = readEnvelope(source, ofItem, written, problems, members);
  const placed = Object.entries(envelope).map(([name, pointer]) => [name, `${results}/0${pointer as string}`]);
  return { results, envelope: Object.fromEntries(placed) as Envelope, isAssumed, withoutResult };
}

/** Reports what concerns single actions, but would be that of the whole request. */
function checkParts(
  { document, endpoint, serviceTypes }: BindingSource,
  successes: readonly BoundResponse[],
  holder: JsonObject,
  problems: BindingProblem[],
): void {
  const at = { holder, key: "list" };
  const hasHeaders = successes.some(({ response }) => Object.keys(ownObject(response, "headers") ?? {}).length > 0);
  if (successes.length !== 1 || hasHeaders)
    problems.push(listCode.problem("successes", {}, at, "Declare one success, such as 200."));
  const parameters = [endpoint.operation, endpoint.pathItem].flatMap((one) => {
    const list = own(one, "parameters");
    return (Array.isArray(list) ? list : []).map((parameter) => resolveComponent(parameter, document));
  });
  const isPrecondition = (name: string | undefined) => /^if-(?:none-)?match$/i.test(name ?? "");
  if (parameters.some((parameter) => ownString(parameter, "in") === "header" && isPrecondition(ownString(parameter, "name"))))
    problems.push(listCode.problem("preconditions", {}, at, "Remove the header, or let a request invoke one action."));
  for (const actions of serviceTypes.values())
    for (const [action, object] of Object.entries(actions)) {
      const part = ownParts.find((name) => own(object, name) !== undefined);
      if (part === undefined) continue;
      const key = { holder: object as JsonObject, key: part };
      problems.push(listCode.problem("parts", { action }, key, "Declare it for the endpoint, or omit it."));
    }
}
