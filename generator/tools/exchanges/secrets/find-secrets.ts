import { formatPointer } from "../../../../templates/runtime/json-pointer.js";
import { isObject, type JsonValue } from "../../../document/json-value.js";
import { maxNesting } from "../../../document/limits.js";
import { isPlaceholder } from "../../../json-schema/secrets.js";
import { finding, type Findings } from "../finding.js";
import type { SecretSchemas } from "./secret-schemas.js";
import { secretInText } from "./secret-text.js";

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
