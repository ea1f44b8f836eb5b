/** How values of one format are told from others: which JSON type it speaks about, and a check that never throws. */
export type Format =
  | {
      readonly type: "string";
      readonly validate: (text: string) => boolean;
    }
  | {
      readonly type: "number";
      readonly validate: (value: number) => boolean;
    };
/** RFC 3339, `full-date`: a day that the calendar has. */
export declare function date(text: string): boolean;
/** RFC 3339, `full-time`, also with the shorter offsets of ISO 8601, `+01` and `+0100`. */
export declare function time(text: string): boolean;
/** RFC 3339, `date-time`: the letter T in either case between date and time, no space. */
export declare function dateTime(text: string): boolean;
/** RFC 3339, appendix A: an ISO 8601 duration in whole numbers. */
export declare function duration(text: string): boolean;
/** RFC 5321, `Mailbox` with an unquoted local part and a domain of two labels or more. */
export declare function email(text: string): boolean;
/** RFC 1123, section 2.1: at most 253 characters in labels of at most 63, with or without a last dot. */
export declare function hostname(text: string): boolean;
/** RFC 2673, section 3.2: four decimal numbers below 256 without leading zeros. */
export declare function ipv4(text: string): boolean;
/** RFC 4291, section 2.2: an IPv6 address without zone and prefix length. */
export declare function ipv6(text: string): boolean;
/** RFC 3986, `URI`: absolute, with a path or an authority. */
export declare function uri(text: string): boolean;
/** RFC 3986, `URI-reference`: absolute or relative, also empty. */
export declare function uriReference(text: string): boolean;
/** RFC 6570: literals and expressions in braces. */
export declare function uriTemplate(text: string): boolean;
/** An absolute http, https or ftp URL whose host is a public IPv4 address or a name with a top-level domain. */
export declare function url(text: string): boolean;
/** RFC 9562: a UUID in hexadecimal digits and hyphens, without `urn:uuid:`. */
export declare function uuid(text: string): boolean;
/** RFC 6901. */
export declare function jsonPointer(text: string): boolean;
/** RFC 6901, section 6: a JSON pointer as the fragment of a URI. */
export declare function jsonPointerUriFragment(text: string): boolean;
/** draft-bhutton-relative-json-pointer. */
export declare function relativeJsonPointer(text: string): boolean;
/** ECMA-262: a pattern that `new RegExp` takes. */
export declare function regex(text: string): boolean;
/** RFC 4648, section 4: base64 with padding, on one line. */
export declare function byte(text: string): boolean;
/** A signed integer of 32 bits. */
export declare function int32(value: number): boolean;
/** A signed integer of 64 bits. The largest one reads as 2^63, the nearest double, which is therefore allowed. */
export declare function int64(value: number): boolean;
/** The formats that are checked, by name. */
export declare const formats: Readonly<Record<string, Format>>;
/** The formats that JSON Schema 2020-12 and OpenAPI's registry know and that are annotations here: any value has them. */
export declare const uncheckedFormats: readonly string[];
