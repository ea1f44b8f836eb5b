import { formatPointer, valueAt } from "../../../../templates/runtime/json.js";
import { isObject, type JsonValue } from "../../../document/json-value.js";
import { maxNesting } from "../../../document/limits.js";
import { isPlaceholder } from "../../../json-schema/secrets.js";
import { declaredStatus } from "../check-response.js";
import type { ExchangeContract } from "../exchange-contract.js";
import { type Exchange, type ExchangeRequest, type ExchangeResponse, headerText } from "../exchange.js";
import type { CallTarget } from "../find-target.js";
import { finding, type Findings } from "../finding.js";
import type { SecretSchemas } from "./secret-schemas.js";

/** Searches a body that must not contain secrets for known secrets and for values that look like secrets. */
export function findSecrets(
  body: JsonValue,
  { names }: Pick<SecretSchemas, "names">,
  known: ReadonlySet<string>,
  findings: Findings,
): void {
  visitTexts(body, findings, (text, name) => {
    if (name !== undefined && names.has(name) && !isPlaceholder(text)) return "a value that the contract marks as a secret";
    return isKnown(text, known) ? ofAnother : secretInText(text);
  });
}

/** Searches only for known secrets. */
export function findKnownSecrets(body: JsonValue, known: ReadonlySet<string>, findings: Findings): void {
  visitTexts(body, findings, (text) => (isKnown(text, known) ? ofAnother : undefined));
}

/** Shorter secrets only count as the whole text, as people use words as secrets. */
const shortestPart = 10;

const ofAnother = "a secret of another exchange";

function isKnown(text: string, known: ReadonlySet<string>): boolean {
  if (known.has(text)) return true;
  for (const secret of known) if (secret.length >= shortestPart && text.includes(secret)) return true;
  return false;
}

/** Calls back with each text of a value and the name of its field, down to the maximum nesting of contracts. */
function visitTexts(
  body: JsonValue,
  findings: Findings,
  describe: (text: string, name: string | undefined) => string | undefined,
): void {
  const path: (string | number)[] = [];
  const visit = (value: JsonValue, name: string | undefined): void => {
    if (typeof value === "string") {
      const what = describe(value, name);
      if (what === undefined) return;
      const pointer = `/response/body${formatPointer(path)}`;
      findings.push(finding(pointer, "secret", `contains ${what}, but the response must not contain secrets`));
    } else if (typeof value === "object" && value !== null && path.length < maxNesting) {
      const isNamed = isObject(value);
      for (const [key, item] of Object.entries(value)) {
        path.push(key);
        visit(item, isNamed ? key : name);
        path.pop();
      }
    }
  };
  visit(body, undefined);
}

/** Adds the legitimate secrets of an exchange: revealed ones, those that were sent as secrets, and its token. */
export function collectSecrets(contract: ExchangeContract, target: CallTarget, exchange: Exchange, secrets: Set<string>): void {
  const add = (text: string) => {
    for (const secret of [text, urlPassword(text) ?? ""]) {
      if (secret.length >= shortestSecret && !isPlaceholder(secret)) secrets.add(secret);
    }
  };
  const { request, response } = exchange;
  const token = headerText(request?.headers, "authorization");
  if (token !== undefined) add(token.replace(/^\S+ +/, ""));
  if (request) visitRequest(contract, target, request, add);
  if (mayReveal(target) && response && response.status < 400) visitResponse(contract, target, response, add);
}

/** Returns all texts of an exchange that are secrets by their schemas, regardless of whether it may contain them. */
export function declaredSecrets(contract: ExchangeContract, target: CallTarget, { request, response }: Exchange): Set<string> {
  const secrets = new Set<string>();
  const add = (text: string) => void secrets.add(text);
  if (request) visitRequest(contract, target, request, add);
  if (response) visitResponse(contract, target, response, add);
  return secrets;
}

function visitRequest(
  contract: ExchangeContract,
  { node, endpoint }: CallTarget,
  { body }: ExchangeRequest,
  add: (text: string) => void,
): void {
  const media = endpoint.operation.body?.content.find(({ kind }) => kind === "json");
  const schema = node ? contract.contract.schemas.get(node.action.body) : media?.schema;
  if (contract.secrets.mayHold(schema)) contract.secrets.visit(schema, body ?? null, add);
}

function visitResponse(
  contract: ExchangeContract,
  target: CallTarget,
  { status, body }: ExchangeResponse,
  add: (text: string) => void,
): void {
  if (body === undefined) return;
  const { node } = target;
  const { result } = node?.endpoint.operation.binding?.envelope ?? {};
  if (node && result !== undefined) {
    const value = (valueAt(body, result) ?? null) as JsonValue;
    contract.secrets.visit(contract.contract.schemas.get(node.action.result), value, add);
  }
  contract.secrets.visit(responseSchema(target, status), body, add);
}

/** Returns whether a response may contain secrets: a success of an operation or action that reveals them. */
export function isRevealing(target: CallTarget, status: number): boolean {
  return status < 400 && mayReveal(target);
}

function mayReveal({ endpoint, node }: CallTarget): boolean {
  return endpoint.operation.reveals || node?.action.reveals === true;
}

function responseSchema({ endpoint }: CallTarget, status: number): JsonValue | undefined {
  const { responses } = endpoint.operation;
  const declared = declaredStatus(responses, status);
  const content = responses.find((response) => response.status === declared)?.content;
  return content?.find(({ kind }) => kind === "json")?.schema;
}

/** Shorter values make poor secrets, and occur in other texts by chance. */
export const shortestSecret = 8;

/** Returns the apparent kind of secret of a text, or `undefined`. */
function secretInText(text: string): string | undefined {
  if (text.includes("PRIVATE KEY") && /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----/.test(text)) return "a private key";
  return urlPassword(text) === undefined ? undefined : "a URL with a password";
}

/** Returns whether to mask a text because it looks like a secret, or contains a known one. */
export function holdsSecret(text: string, known: ReadonlySet<string>): boolean {
  if (secretInText(text) !== undefined) return true;
  for (const secret of known) if (text.includes(secret)) return true;
  return false;
}

/** An example: a word for a password at a name that exists for documentation and tests only (RFC 2606; RFC 6761). */
const exampleUrl =
  /\b[a-z][a-z0-9+.-]*:\/\/[^\s/?#@:"'<>]*:(?:pass|passwd|password|pwd)@(?:[^\s/?#:@"'<>]+\.)?(?:example(?:\.(?:com|net|org))?|test|invalid)(?![\w.-])/gi;

/**
 * Returns the password of the first URL with one in a text, except for placeholders such as `***` or `<password>`, and for
 * examples, with which servers describe their options.
 */
function urlPassword(text: string): string | undefined {
  return urlPasswords(text)[0] === undefined ? undefined : urlPasswords(text.replaceAll(exampleUrl, ""))[0];
}

/** Returns the passwords of all URLs in a text. */
export function urlPasswords(text: string): string[] {
  if (!text.includes("@") || !text.includes("://")) return [];
  return [...text.matchAll(/\b[a-z][a-z0-9+.-]*:\/\/[^\s/?#@:"'<>]*:([^\s/?#@"']+)@/gi)].flatMap(([, password]) =>
    isPlaceholder(password!) ? [] : [password!],
  );
}

/** Returns whether a field's name suggests a secret. Only for masking, where false positives do no harm. */
export function isSecretName(name: string): boolean {
  return /pass(?:word|wd|phrase)|secret|token|credential|cookie|authorization|api[_-]?key|private[_-]?key|access[_-]?key|signature/i.test(
    name,
  );
}
