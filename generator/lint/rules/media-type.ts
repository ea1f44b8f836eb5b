import { quote } from "../../diagnostics/escape.js";
import { editDistance } from "../../diagnostics/suggest.js";
import { ownObject, ownString } from "../../document/json-value.js";
import { listedTypes } from "../../document/media-kind.js";
import { defineRule } from "../rule.js";

/** The `Content-Type` of a request selects the body. */
export const mediaType = defineRule({
  code: "media-type",
  severity: "error",
  message: ({ name, problem }: { name: string; problem: string }) => `${quote(name)} ${problem}`,
  hint: "Write a type and a subtype, such as application/json.",
  cause:
    "The keys of `content` are compared with the `Content-Type` of a request. No client sends an invalid or mistyped media type, so nobody could call the operation. In responses it is a warning. The `contentType` of an Encoding Object, which may list several ones, is sent with a part.",
  bad: `
      /notes:
        post:
          operationId: addNote
          requestBody: { content: { json: { schema: { type: object } } } }
          responses: { "204": { description: Added. } }`,
  good: `
      /notes:
        post:
          operationId: addNote
          requestBody: { content: { application/json: { schema: { type: object } } } }
          responses: { "204": { description: Added. } }`,
  at: "paths",

  check(context, report) {
    for (const kind of ["requestBody", "response", "parameter", "header"] as const) {
      for (const { value } of context.partsOf(kind)) {
        const content = ownObject(value, "content") ?? {};
        for (const name of Object.keys(content)) {
          if (name.startsWith("x-") && !name.includes("/")) continue;
          const found = judge(name);
          if (found === undefined) continue;
          const { problem, meant } = found;
          report({ name, problem }, context.locations.key(content, name), {
            severity: kind === "requestBody" && !strayFields.has(name) ? "error" : "warning",
            hint: strayFields.has(name)
              ? "Move it to a media type, or remove it."
              : meant === undefined
                ? undefined
                : `Did you mean ${quote(meant)}?`,
          });
        }
      }
    }
    for (const { value } of context.partsOf("encoding")) {
      for (const name of listedTypes(ownString(value, "contentType"))) {
        const found = judge(name);
        if (found === undefined) continue;
        const { problem, meant } = found;
        const hint = meant === undefined ? undefined : `Did you mean ${quote(meant)}?`;
        report({ name, problem }, context.locations.value(value, "contentType"), { hint });
      }
    }
  },
});

/** A token of RFC 9110, which may be `*`: ranges are allowed. */
const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const grammar = new RegExp(`^[ \\t]*(${token})/(${token})[ \\t]*(?:;[\\t\\u0020-\\u007e]*)?$`);

/** The registered top-level types, and those of drafts. */
const types = "application audio chemical example font haptics image message model multipart text video".split(" ");

/** The number of wrong characters up to which a type counts as mistyped. */
const maxMistakes = 2;

/** Fields that are one level too high: beside the media types in place of inside of one. Nobody sends such a type. */
const strayFields: ReadonlySet<string> = new Set([
  "description",
  "encoding",
  "example",
  "examples",
  "headers",
  "links",
  "required",
]);

/** Informal names of media types. */
const shortNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    form: "application/x-www-form-urlencoded",
    "form-data": "multipart/form-data",
    json: "application/json",
    multipart: "multipart/form-data",
    pdf: "application/pdf",
    text: "text/plain",
    xml: "application/xml",
  }),
);

/** The problem with a media type's name, and the name that was probably meant; `undefined` if it is valid. */
function judge(name: string): { readonly problem: string; readonly meant: string | undefined } | undefined {
  const match = grammar.exec(name);
  if (!match) {
    const repaired = name.trim().replaceAll("\\", "/");
    if (strayFields.has(name)) return { problem: "is not a media type, so nobody sends it", meant: undefined };
    const short = shortNames.get(repaired.toLowerCase());
    return { problem: "is not a media type", meant: short ?? (grammar.test(repaired) ? repaired : undefined) };
  }
  const type = match[1]!.toLowerCase();
  if (type === "*" || types.includes(type) || type.startsWith("x-")) return undefined;
  const near = types.find((known) => known.length > maxMistakes * 2 && editDistance(type, known) <= maxMistakes);
  if (near === undefined) return undefined;
  return { problem: `has a mistyped type: there is no ${quote(type)}`, meant: name.replace(match[1]!, near) };
}
