// The types of bodies by their media types: what handlers receive, and what they return.

/** The media types below a range, from what precedes its first asterisk. */
export type TypeInRange<Start extends string> = Start extends "" ? `${string}/${string}` : `${Start}${string}`;

/** A body below a range: its media type has a default, or the response must name it. */
export type RangeResponse<Range, Body, Type> =
  IsJson<Range, Body> extends true
    ? { readonly body: Body; readonly contentType?: Type & JsonType } | WrittenBody<Type>
    : HasDefault<Range, Body> extends true
      ? { readonly body: string | Uint8Array; readonly contentType?: Type }
      : WrittenBody<Type>;

/** Whether there is a media type for text or bytes below a range. */
type HasDefault<Range, Body> = Range extends `text/*${string}`
  ? true
  : unknown extends Body
    ? false
    : Range extends `*/*${string}`
      ? true
      : Range extends AnyRange
        ? Body extends Blob
          ? true
          : false
        : false;

/** Text or bytes that the handler has written itself, also in JSON. */
interface WrittenBody<Type> {
  readonly body: string | Uint8Array;
  readonly contentType: Type;
}

/** Ranges that include JSON. */
type AnyRange = `*/*${string}` | `application/*${string}`;

/** Whether a body is JSON: by its media type, or by its values below a range that includes JSON. */
export type IsJson<Type, Body> = Type extends JsonType
  ? true
  : Type extends AnyRange
    ? unknown extends Body
      ? false
      : [Body] extends [string | Blob]
        ? false
        : true
    : false;

/** Bodies other than JSON and sequences of items are sent unchanged. */
export type ResponseBody<Type, Body> = Type extends JsonType
  ? Body
  : [Type, Body] extends [unknown, AsyncIterable<unknown>] | PartList
    ? Body
    : string | Uint8Array;

/** A request's body as a handler receives it. */
export type ReadBody<Type, Body> = Type extends `application/x-www-form-urlencoded${string}`
  ? Body
  : [Type, Body] extends [`multipart/form-data${string}`, unknown] | PartList
    ? WithFiles<Body>
    : IsJson<Type, Body> extends true
      ? Body
      : Type extends `text/${string}`
        ? string
        : Body extends AsyncIterable<unknown>
          ? Body
          : Type extends AnyRange
            ? Body extends string
              ? string
              : Uint8Array
            : Uint8Array;

/** Bytes in a form arrive as named files. */
type WithFiles<Form> = Form extends Blob
  ? File
  : Form extends AsyncIterable<unknown>
    ? Form
    : Form extends object
      ? { [Name in keyof Form]: WithFiles<Form[Name]> }
      : Form;

type PartList = [`multipart/${string}`, readonly unknown[]];

/** The media types of forms. */
export type FormType = `application/x-www-form-urlencoded${string}` | `multipart/form-data${string}`;

type JsonType = `${string}/json${string}` | `${string}+json${string}` | `${string}/x-amz-json-${string}`;
