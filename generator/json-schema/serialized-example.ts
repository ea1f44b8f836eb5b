import { readForm, readParameters } from "../../templates/runtime/server/read-parameters.js";
import type { ParameterRule } from "../../templates/runtime/server/contract.js";
import { isObjectShape, JsonProblem, MalformedText, parseJson } from "../../templates/runtime/server/text.js";
import type { JsonValue } from "../document/json-value.js";
import { mediaKind, type MediaKind } from "../document/media-kind.js";
import { type Holder, isJsonText, textShape } from "./text-shape.js";

/** What the text of an example says, or why nothing can be read from it; absent for texts that are shown only. */
export type ReadExample = { readonly value: JsonValue } | { readonly problem: string } | undefined;

/** A body of a media type. */
interface SerializedBody {
  readonly kind: MediaKind;
  readonly schema: JsonValue | undefined;
  /** Whether it is a sequence of items, or a form with encodings, which is shown only. */
  readonly isShownOnly: boolean;
}

/** Returns what an example of a body says: JSON, text, or a form whose fields have no encodings. */
export function readSerializedBody(text: string, { kind, schema, isShownOnly }: SerializedBody, holder: Holder): ReadExample {
  if (isShownOnly) return undefined;
  if (kind === "json") return read(() => parseJson(text, maxDepth));
  if (kind === "text") return { value: text };
  const shape = kind === "form" ? textShape(schema, holder) : ["string" as const];
  const form = isObjectShape(shape) ? read(() => readForm(text, { form: shape })) : undefined;
  return form && "value" in form ? form : undefined;
}

/** A parameter or a header. */
interface SerializedParameter {
  readonly name: string;
  readonly in: string;
  readonly style: string;
  readonly explode: boolean;
  readonly mediaType: string | undefined;
  readonly schema: JsonValue;
}

/** Returns what an example of a parameter says, as a server reads it: with its name where the style writes it. */
export function readSerializedParameter(text: string, parameter: SerializedParameter, holder: Holder): ReadExample {
  const { name: written, in: place, style, explode, mediaType, schema } = parameter;
  if (mediaType !== undefined) {
    const known = mediaKind(mediaType);
    const isText = place === "querystring" ? known !== "json" && known !== "form" : !isJsonText({ mediaType, schema }, holder);
    const kind = isText ? "text" : place === "querystring" ? known : "json";
    return readSerializedBody(text, { kind, schema, isShownOnly: false }, holder);
  }
  const name = place === "header" ? written.toLowerCase() : written;
  const rule = { name, in: place, style, explode, as: textShape(schema, holder) } as ParameterRule;
  const headers = place === "header" ? { [name]: text } : { cookie: text };
  const values = readParameters({ parameters: [rule] }, { path: { [name]: text }, query: text, headers });
  if ("message" in values) return { problem: values.message };
  const members = { path: values.path, query: values.query, header: values.headers, cookie: values.cookies };
  const value = members[place as keyof typeof members][name];
  return value === undefined
    ? { problem: `has no pair with the name ${JSON.stringify(written)}` }
    : { value: value as JsonValue };
}

/** The maximum nesting of JSON in an example. */
const maxDepth = 100;

function read(parse: () => unknown): ReadExample {
  try {
    return { value: parse() as JsonValue };
  } catch (error) {
    if (error instanceof JsonProblem) return { problem: "is not acceptable JSON" };
    if (error instanceof MalformedText) return { problem: error.message };
    throw error;
  }
}
