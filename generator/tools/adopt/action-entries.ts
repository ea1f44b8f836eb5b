import type { JsonObject } from "../../document/json-value.js";
import type { FoundEndpoint } from "./endpoint.js";
import { member, operationMember, operationQuery, type EntryContext } from "./entry.js";
import { factsOf, isReference, type Part } from "./operation-parts.js";
import { ownErrors, ownRequestBody, ownResponses, ownTexts, type EndpointParts } from "./own-parts.js";
import type { DeclaredParameter } from "./parameters.js";
import { anyObject, type JoinedAction } from "./successes.js";

/** The map that entries of actions are added to. */
interface MapTarget {
  readonly endpoint: FoundEndpoint;
  readonly key: string;
  /** The names of the actions that clients follow. */
  readonly asyncNames: ReadonlySet<string>;
  readonly parts: EndpointParts;
  /** The parameters that the action declares itself. */
  readonly parameters: readonly DeclaredParameter[];
}

/** Returns the entry of an action and the copies of its schemas. */
export function actionEntries(
  action: JoinedAction,
  description: { readonly description?: string },
  { endpoint: { method, path }, key, asyncNames, parts, parameters }: MapTarget,
  context: EntryContext,
): JsonObject[] {
  const { document, extensionPrefix, isWhole, secrets } = context;
  const { name, operation, body, takes, result, scopes } = action;
  const own = [ownRequestBody(action, parts, context), ownResponses(action, parts, context)];
  const isShort = (part: Part) => isWhole && isReference(part.value);
  const written = (part: Part | undefined, field: "body" | "result") => part && { [field]: isShort(part) ? part.value : {} };
  const facts = {
    ...factsOf(operation),
    ...ownTexts(action, parts, document),
    // The API returns the secret anyway, so the action is marked.
    ...(secrets.mayHold(result?.value) && { [`x-${extensionPrefix}-reveal`]: true }),
    ...(parameters.length > 0 && { parameters: isWhole ? parameters.map(({ value }) => value) : [] }),
    ...(body || takes.length === 0 ? written(body, "body") : { body: anyObject.schema }),
    ...written(result, "result"),
    ...Object.assign({}, ...own.map(({ facts }) => facts)),
    ...ownErrors(action, context),
    ...(asyncNames.has(name) && { async: true }),
    ...(scopes && { scopes: [...scopes] }),
  };
  const at = `${operationQuery(path, method)}${member(key)}${member(name)}`;
  const copies = Object.entries({ body, result }).flatMap(([field, from]) =>
    from && !isShort(from) ? [{ target: `${at}.${field}`, copy: from.at }] : [],
  );
  return [
    {
      target: `${whileIn(action, method)}${member(path)}${operationMember(method)}${member(key)}`,
      ...description,
      update: { [name]: facts },
    },
    ...copies,
    ...own.flatMap((part) => part.copies.map(({ to, from }) => ({ target: `${at}.${to}`, copy: from }))),
    ...(isWhole ? [] : parameters.map((parameter) => ({ target: `${at}.parameters`, copy: parameter.at }))),
  ];
}

/** Selects `paths` while it contains the action's operation, so that the overlay adds nothing for a removed one. */
export function whileIn({ path }: JoinedAction, method: string): string {
  return `$[?@${member(path)}${operationMember(method)}]`;
}
