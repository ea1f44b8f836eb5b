import { quote } from "../diagnostics/escape.js";
import { isObject, own, ownObject, type JsonObject } from "../document/json-value.js";
import { memberAt, textsOf } from "../json-schema/members.js";
import { bindingKeys, isSuccess, responsesOf, type ActionBinding, type BindingProblem, type BindingSource } from "./binding.js";
import { readEnvelope } from "./envelope-binding.js";
import { readFollowing } from "./following.js";
import { readMembers } from "./read-binding.js";
import { readService } from "./service-binding.js";

/** What a binding of actions may have. */
const bindingMembers = { response: "object", async: "object", service: "object" } as const;

/** Reads what the contract writes and shows about the calls of an endpoint; problems are added to a list. */
export function actionBinding(source: BindingSource, problems: BindingProblem[] = []): ActionBinding {
  const { endpoint, document, prefix } = source;
  const written = readWritten(endpoint.operation, bindingKeys(prefix).action, problems);
  const responses = responsesOf(endpoint.operation, document);
  const named = responses.filter(({ status }) => isSuccess(status));
  const successes = named.length > 0 ? named : responses.filter(({ status }) => status === "default");
  const service = readService(source, written.service, problems);
  const { envelope, isAssumed } = readEnvelope(source, successes, written.response, problems);
  const statuses = successes.map(({ status }) => Number(status)).filter(Number.isInteger);
  const following = readFollowing(source, successes, written.async, service, problems);
  if (!written.async) checkAsync(source, statuses, problems);
  const schemas = successes.flatMap(({ json }) => json.flatMap(({ schema }) => (schema === undefined ? [] : [schema])));
  const status = envelope.status === undefined ? undefined : memberAt({ anyOf: schemas }, envelope.status, document);
  const texts = status && textsOf(status, document);
  return { envelope, isAssumed, service, following, statuses: texts, successes: statuses };
}

/** The parts of the binding of an operation; `null` where it says that there is none of something. */
function readWritten(operation: JsonObject, key: string, problems: BindingProblem[]) {
  const written = own(operation, key);
  if (isObject(written)) return readMembers(written, bindingMembers, problems);
  if (written !== undefined)
    problems.push({ kind: "binding-invalid", text: `${quote(key)} must be an object`, holder: operation, key });
  return {};
}

/** Actions that go on after their responses need a status that says so, or a binding that says how they are followed. */
function checkAsync({ serviceTypes }: BindingSource, successes: readonly number[], problems: BindingProblem[]): void {
  if (successes.includes(202) || successes.length === 0) return;
  for (const actions of serviceTypes.values()) {
    for (const name of Object.keys(actions)) {
      const action = ownObject(actions, name);
      if (!action || own(action, "async") !== true) continue;
      problems.push({
        kind: "async-undeclared",
        text: `${quote(name)} completes asynchronously, but its endpoint declares no 202`,
        holder: action,
        key: "async",
      });
    }
  }
}
