import { error, quote, warning } from "./entry.js";

/** A rule of the contract that an exchange breaks. */
export interface Misfit {
  readonly pointer: string;
  readonly rule: string;
  readonly problem: string;
}

const misfit = ({ pointer, rule, problem }: Misfit) => `${quote(pointer)} ${problem} (rule ${quote(rule)})`;

/** An action that a service advertises or doesn't. */
export interface Capability {
  readonly type: string;
  readonly action: string;
}

function scopes(list: readonly string[]): string {
  if (list.length === 0) return "no scope";
  return `the scope${list.length === 1 ? "" : "s"} ${list.map(quote).join(", ")}`;
}

/** Problems of fixtures, recordings and capabilities that are held against a contract. */
export const validateCodes = {
  "request-invalid": error<Misfit>(misfit),
  "response-invalid": error<Misfit>(misfit),
  "service-invalid": error<Misfit>(misfit),
  "response-secret": error<Misfit>(
    misfit,
    "Secrets are answered only where the contract reveals them. Use a made-up value, and replace the secret if it was real.",
  ),
  "exchange-unchecked": error<Misfit>(misfit, "Split the value, or make the schema's alternatives easier to tell apart."),
  "expected-error": error(
    ({ pointer, rule }: { pointer: string; rule: string }) =>
      `${quote(pointer)} is expected to break the rule ${quote(rule)}, but does not`,
    "Change the exchange so that it does, or leave the line out.",
  ),
  "no-fixtures": error(
    ({ pattern }: { pattern: string }) => `${quote(pattern)} leads to no file`,
    "Fixtures are files with the extension .yaml, .yml, .json or .har. Quote globs, so that the shell leaves them alone.",
  ),
  "fixture-not-object": error(
    ({ found }: { found: string }) => `a fixture file is a map at its root, but this is ${found}`,
    "Write one exchange, or several in a list called `exchanges`.",
  ),
  "fixture-shape": error(({ pointer, problem }: { pointer: string; problem: string }) =>
    pointer === "" ? `this is no fixture: ${problem}` : `this is no fixture: ${quote(pointer)}: ${problem}`,
  ),
  "fixture-unmade": warning(
    ({ path, missing }: { path: string; missing: string }) => `${quote(path)} is not complete: ${missing}`,
    "Give the action or operation an example in the contract: it is used as it is.",
  ),
  "fixture-unwritable": error(
    ({ path, reason }: { path: string; reason: string }) => `cannot write ${quote(path)}: ${reason}`,
    "Choose another folder with --out.",
  ),
  "request-refused": warning<Misfit & { status: number }>(
    ({ status, ...parameters }) => `${misfit(parameters)}; it was refused with ${status}`,
    "The API has kept to its contract. Correct the caller, unless the recording is meant to show this.",
  ),
  "har-shape": error(
    ({ wrong }: { wrong: string }) => `this is no recording in HAR 1.2: ${wrong}`,
    "Save the recording as HAR once more, with the bodies.",
  ),
  "har-without-bodies": warning(
    ({ count }: { count: number }) =>
      `${count === 1 ? "one answer was" : `${count} answers were`} recorded without a body, so it is not checked`,
    "Record again with the bodies inside the file.",
  ),
  "har-foreign": error(
    ({ count }: { count: number }) =>
      `the recording has ${count === 1 ? "one entry, and it calls" : `${count} entries, and all call`} something else than the API of the contract`,
    "Say with --base-url where the API is.",
  ),
  "har-unmatched": error(
    ({ method, path, methods }: { method: string; path: string; methods: readonly string[] }) =>
      methods.length === 0
        ? `the contract has no operation with the path ${quote(path)}`
        : `the contract has no operation ${quote(method)} for ${quote(path)}, only ${methods.join(", ")}`,
    "Add the operation to the contract, or say with --base-url where the API is.",
  ),
  "har-service-type": error(
    () => "the recording does not tell the type of the service that this call is about",
    "Record an answer that represents the service, or give the type with --service-type <type> or --service-type <id>=<type>.",
  ),
  "capability-shape": error(
    () => "no service with `type` and `capabilities` is in it",
    "Give the answer that represents a service, or one that lists services.",
  ),
  "capability-fetch": error(
    ({ address, reason }: { address: string; reason: string }) => `cannot fetch ${quote(address)}: ${reason}`,
    "Give the URL of a service, and a token in the environment variable that --token-env names.",
  ),
  "capability-undeclared": error<Capability>(
    ({ type, action }) => `the service advertises ${quote(action)}, which the contract does not declare for ${quote(type)}`,
    "Declare the action, or take it from the list.",
  ),
  "capability-unadvertised": error<Capability>(
    ({ type, action }) => `no service of type ${quote(type)} advertises ${quote(action)}, which the contract declares`,
    "Advertise the action, with `enabled: false` where it can't run, or remove it from the contract.",
  ),
  "capability-label": error<Capability & { expected: string }>(
    ({ action, expected }) => `the label of ${quote(action)} is ${quote(expected)} in the contract`,
    "Let the service take its labels from the contract.",
  ),
  "capability-scopes": error<Capability & { expected: readonly string[] }>(
    ({ action, expected }) => `${quote(action)} needs ${scopes(expected)} in the contract`,
    "Let the service take its scopes from the contract: callers ask for what it advertises.",
  ),
  "capability-enabled": error<Capability & { key: string; allowed: readonly string[] }>(
    ({ action, key, allowed }) =>
      `${quote(action)} is advertised as enabled, but the ${key} of the service rules it out (it needs ${allowed.map(quote).join(" or ")})`,
    "Advertise it with `enabled: false` and a `reason`, or extend `availability` in the contract.",
  ),
  "coverage-low": error(
    ({ percent, least, missing }: { percent: string; least: number; missing: number }) =>
      `the fixtures cover ${percent} % of the contract, and ${least} % is asked for: ${missing} kinds of exchanges are missing`,
    "See which with --coverage, and write examples with openapi-actions fixtures init.",
  ),
  "target-missing": error(
    () => "it is not said what is called",
    "Give `operation`, or `service_type` and `action`, or name the file <type>/<action>.<case>.yaml.",
  ),
  "target-operation-unknown": error(
    ({ operation }: { operation: string }) => `the contract has no operation ${quote(operation)}`,
    "Write an operationId of the contract.",
  ),
  "target-action-missing": error(
    ({ operation }: { operation: string }) => `${quote(operation)} invokes actions, and it is not said which`,
    "Give `service_type` and `action`: the shape of body and result depends on them.",
  ),
  "target-type-missing": error(
    ({ action }: { action: string }) => `the service type of the action ${quote(action)} is not known`,
    "Give `service_type`, or a `service` with its `type`.",
  ),
  "target-type-unknown": error(
    ({ type }: { type: string }) => `the contract has no service type ${quote(type)}`,
    "Write a type for which the contract has actions.",
  ),
  "target-action-unknown": error(
    ({ type, action }: { type: string; action: string }) => `services of type ${quote(type)} have no action ${quote(action)}`,
    "Write an action that the contract has for this type.",
  ),
  "target-path-clash": error(
    ({ name }: { name: string }) => `the file is named for ${quote(name)}, but this exchange calls something else`,
    "Move the exchange to a file of its own, or rename this one.",
  ),
  "target-clash": error(
    ({ operation, type, action }: { operation: string; type: string; action: string }) =>
      `the action ${quote(action)} of ${quote(type)} is not invoked by ${quote(operation)}`,
    "Leave `operation` out: the action tells it.",
  ),
};
