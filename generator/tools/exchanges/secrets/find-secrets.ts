import { formatPointer, valueAt } from "../../../../templates/runtime/json.js";
import { isJsonType } from "../../../../templates/runtime/server/http.js";
import { isObject, type JsonValue } from "../../../document/json-value.js";
import { maxNesting } from "../../../document/limits.js";
import { isPlaceholder } from "../../../json-schema/secrets.js";
import { declaredStatus } from "../check-response.js";
import type { ExchangeContract } from "../exchange-contract.js";
import { type Exchange, headerText } from "../exchange.js";
import type { CallTarget } from "../find-target.js";
import { finding, type Findings } from "../finding.js";
import type { SecretSchemas } from "./secret-schemas.js";

/** Looks for secrets in a body that may hold none: known ones, and what looks like one. */
export function findSecrets(
  body: JsonValue,
  { names }: Pick<SecretSchemas, "names">,
  known: ReadonlySet<string>,
  findings: Findings,
): void {
  visitTexts(body, findings, (text, name) => {
    if (name !== undefined && names.has(name) && !isPlaceholder(text)) return "what the contract marks as a secret";
    return isKnown(text, known) ? ofAnother : secretInText(text);
  });
}

/** The same for known ones only. */
export function findKnownSecrets(body: JsonValue, known: ReadonlySet<string>, findings: Findings): void {
  visitTexts(body, findings, (text) => (isKnown(text, known) ? ofAnother : undefined));
}

/** Shorter secrets count where they are the whole text: people choose words. */
const shortestPart = 10;

const ofAnother = "a secret of another exchange";

function isKnown(text: string, known: ReadonlySet<string>): boolean {
  if (known.has(text)) return true;
  for (const secret of known) if (secret.length >= shortestPart && text.includes(secret)) return true;
  return false;
}

/** Calls back with each text of a value and the name of its field. Deeper than contracts can be, nothing is looked at. */
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
      findings.push(finding(pointer, "secret", `holds ${what}, and this answer may hold no secret`));
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

/** Adds the secrets that an exchange has a right to: revealed ones, those that were sent as secrets, and its token. */
export function collectSecrets(contract: ExchangeContract, target: CallTarget, exchange: Exchange, secrets: Set<string>): void {
  const add = (text: string) => {
    for (const secret of [text, urlPassword(text) ?? ""]) {
      if (secret.length >= shortestSecret && !isPlaceholder(secret)) secrets.add(secret);
    }
  };
  const { request } = exchange;
  const token = headerText(request?.headers, "authorization");
  if (token !== undefined) add(token.replace(/^\S+ +/, ""));
  const { node, endpoint } = target;
  const media = endpoint.operation.body?.content.find(({ name }) => isJsonType(name));
  const schema = node ? contract.contract.schemas.get(node.action.body) : media?.schema;
  if (request && contract.secrets.mayHold(schema)) contract.secrets.visit(schema, request.body ?? null, add);
  if (!mayReveal(target)) return;
  const { response } = exchange;
  if (response?.body === undefined || response.status >= 400) return;
  const { result } = node?.endpoint.operation.binding?.envelope ?? {};
  if (node && result !== undefined) {
    const value = (valueAt(response.body, result) ?? null) as JsonValue;
    contract.secrets.visit(contract.contract.schemas.get(node.action.result), value, add);
  }
  contract.secrets.visit(responseSchema(target, response.status), response.body, add);
}

/** Whether a response may contain secrets: a successful one of an operation or action that is there to reveal them. */
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
  return content?.find(({ name }) => isJsonType(name))?.schema;
}

/** Shorter values are no use as secrets, and occur in other texts by chance. */
const shortestSecret = 8;

/** What a text is that nobody but its owner may read, or `undefined`. */
function secretInText(text: string): string | undefined {
  if (text.includes("PRIVATE KEY") && /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----/.test(text)) return "a private key";
  return urlPassword(text) === undefined ? undefined : "a URL with a password";
}

/** Whether a text must not be shown: it looks like a secret, or has a known one in it. */
export function holdsSecret(text: string, known: ReadonlySet<string>): boolean {
  if (secretInText(text) !== undefined) return true;
  for (const secret of known) if (text.includes(secret)) return true;
  return false;
}

/** The password of the first URL in a text that has one, unless a placeholder replaces it: `***`, `<password>`. */
function urlPassword(text: string): string | undefined {
  if (!text.includes("@") || !text.includes("://")) return undefined;
  for (const [, password] of text.matchAll(/\b[a-z][a-z0-9+.-]*:\/\/[^\s/?#@:"'<>]*:([^\s/?#@"']+)@/gi)) {
    if (!isPlaceholder(password!)) return password;
  }
  return undefined;
}

/** Whether a field's name says that its value is a secret; for hiding values, where hiding too many does no harm. */
export function isSecretName(name: string): boolean {
  return /pass(?:word|wd|phrase)|secret|token|credential|cookie|authorization|api[_-]?key|private[_-]?key|access[_-]?key|signature/i.test(
    name,
  );
}
