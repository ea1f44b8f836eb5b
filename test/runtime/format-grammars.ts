import { fullFormats } from "ajv-formats/dist/formats.js";

/**
 * Reports for each format whether a text is of it: a second implementation. The names are those of the ABNF of each standard,
 * transcribed rule by rule without regard to speed.
 */
export const grammars: Record<string, (text: string) => boolean> = {
  byte: (text) =>
    (Buffer.from(text, "base64").length * 4) / 3 <= text.length && matches("(<b64>{4})*(<b64>{2}==|<b64>{3}=)?", text),
  date: (text) => matches("<full-date>", text) && isDay(text),
  "date-time": (text) => matches("<full-date> [Tt] <full-time>", text) && isDay(text.slice(0, 10)) && isSecond(text.slice(11)),
  duration: (text) => matches("<duration>", text),
  email: (text) => matches("<Mailbox>", text),
  hostname: (text) =>
    matches("<label> (\\. <label>)*", text) && text.length <= 253 && text.split(".").every((part) => part.length < 64),
  ipv4: (text) => matches("<IPv4address>", text),
  ipv6: (text) => matches("<IPv6address>", text),
  "json-pointer": (text) => matches("<json-pointer>", text),
  "json-pointer-uri-fragment": (text) => {
    const octets = text
      .slice(1)
      .replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
    const decoded = Buffer.from(octets, "latin1").toString();
    const isUtf8 = Buffer.from(decoded).toString("latin1") === octets;
    return matches("#<fragment>", text) && isUtf8 && matches("<json-pointer>", decoded);
  },
  regex: (text) => !/(?<!\\)(?:\\\\)*\\Z/.test(text) && (fullFormats.regex as (text: string) => boolean)(text),
  "relative-json-pointer": (text) => matches("(0|[1-9]<DIGIT>*) (#|<json-pointer>)", text),
  time: (text) => matches("<full-time>", text) && isSecond(text),
  uri: (text) => matches("<URI>", text),
  "uri-reference": (text) => matches("<URI> | <relative-ref>", text),
  "uri-template": (text) => matches("( <literals> | <expression> )*", text),
  url: (text) => (fullFormats.url as RegExp).test(text) && !text.includes("\u017f"),
  uuid: (text) => matches("<HEXDIG>{8} - <HEXDIG>{4} - <HEXDIG>{4} - <HEXDIG>{4} - <HEXDIG>{12}", text),
};

/** The days of months: the grammar's comment refers to the calendar. */
function isDay(date: string): boolean {
  const time = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === date;
}

/** A 60th second ends a day of UTC. */
function isSecond(time: string): boolean {
  if (time.slice(6, 8) !== "60") return true;
  const offset = /(?:z|[+-]\d\d:\d\d)$/i.exec(time)![0].toUpperCase();
  return new Date(`2024-01-15T${time.slice(0, 6)}59${offset}`).toISOString().slice(11, 19) === "23:59:59";
}

const hex = "<HEXDIG>{1,4}";

/** In rules, spaces separate, and `<name>` stands for another rule. */
const rules: Record<string, string> = {
  DIGIT: "[0-9]",
  HEXDIG: "[0-9A-Fa-f]",
  ALPHA: "[A-Za-z]",
  b64: "[A-Za-z0-9+/]",
  // RFC 3339, section 5.6
  "full-date": "<DIGIT>{4} - (0[1-9]|1[0-2]) - (0[1-9]|[12]<DIGIT>|3[01])",
  "full-time": "<partial-time> <time-offset>",
  "partial-time": "([01]<DIGIT>|2[0-3]) : [0-5]<DIGIT> : ([0-5]<DIGIT>|60) (\\. <DIGIT>+)?",
  "time-offset": "([Zz] | [+-] ([01]<DIGIT>|2[0-3]) : [0-5]<DIGIT>)",
  // RFC 3339, appendix A
  duration: "P (<dur-date> | <dur-time> | <DIGIT>+W)",
  "dur-date": "(<dur-day> | <dur-month> | <dur-year>) <dur-time>?",
  "dur-year": "(<DIGIT>+Y <dur-month>?)",
  "dur-month": "(<DIGIT>+M <dur-day>?)",
  "dur-day": "(<DIGIT>+D)",
  "dur-time": "(T (<dur-hour> | <dur-minute> | <dur-second>))",
  "dur-hour": "(<DIGIT>+H <dur-minute>?)",
  "dur-minute": "(<DIGIT>+M <dur-second>?)",
  "dur-second": "(<DIGIT>+S)",
  // RFC 5321, section 4.1.2
  Mailbox: "(<Dot-string> | <Quoted-string>) @ (<label> (\\. <label>)* | \\[ (<IPv4address> | [Ii][Pp][Vv]6: <IPv6address>) \\])",
  "Dot-string": "(<atext>+ (\\. <atext>+)*)",
  atext: "[A-Za-z0-9!#$%&'*+/=?^_`{|}~\\-]",
  "Quoted-string": '("([\\x20\\x21\\x23-\\x5b\\x5d-\\x7e]|\\\\[\\x20-\\x7e])*")',
  "let-dig": "(<ALPHA>|<DIGIT>)",
  label: "(<let-dig>([A-Za-z0-9\\-]*<let-dig>)?)",
  // RFC 6901
  "json-pointer": "((/([^/~]|~[01])*)*)",
  // RFC 3986, appendix A
  URI: "(<scheme> : <hier-part> (\\?<fragment>)? (#<fragment>)?)",
  "hier-part": "(//<authority> <path-abempty> | <path-absolute> | <path-rootless> | <path-empty>)",
  "relative-ref": "(<relative-part> (\\?<fragment>)? (#<fragment>)?)",
  "relative-part": "(//<authority> <path-abempty> | <path-absolute> | <path-noscheme> | <path-empty>)",
  scheme: "(<ALPHA> (<ALPHA>|<DIGIT>|[+.\\-])*)",
  authority: "((<userinfo>@)? <host> (:<DIGIT>*)?)",
  userinfo: "((<unreserved> | <pct-encoded> | <sub-delims> | :)*)",
  host: "(\\[ (<IPv6address> | <IPvFuture>) \\] | <IPv4address> | <reg-name>)",
  IPvFuture: "([Vv] <HEXDIG>+ \\. (<unreserved> | <sub-delims> | :)+)",
  IPv6address: `(${[
    `(${hex}:){6} <ls32>`,
    `::(${hex}:){5} <ls32>`,
    `(${hex})?::(${hex}:){4} <ls32>`,
    ...[1, 2, 3].map((count) => `((${hex}:){0,${count}}${hex})?::(${hex}:){${4 - count}} <ls32>`),
    `((${hex}:){0,4}${hex})?:: <ls32>`,
    `((${hex}:){0,5}${hex})?::${hex}`,
    `((${hex}:){0,6}${hex})?::`,
  ].join("|")})`,
  ls32: `(${hex}:${hex} | <IPv4address>)`,
  IPv4address: "(<dec-octet>\\.<dec-octet>\\.<dec-octet>\\.<dec-octet>)",
  "dec-octet": "(<DIGIT>|[1-9]<DIGIT>|1<DIGIT>{2}|2[0-4]<DIGIT>|25[0-5])",
  "reg-name": "((<unreserved> | <pct-encoded> | <sub-delims>)*)",
  "path-abempty": "((/<segment>)*)",
  "path-absolute": "(/(<pchar>+(/<segment>)*)?)",
  "path-noscheme": "((<unreserved> | <pct-encoded> | <sub-delims> | @)+(/<segment>)*)",
  "path-rootless": "(<pchar>+(/<segment>)*)",
  "path-empty": "()",
  segment: "(<pchar>*)",
  pchar: "(<unreserved> | <pct-encoded> | <sub-delims> | : | @)",
  fragment: "((<pchar> | / | \\?)*)",
  "pct-encoded": "(%<HEXDIG>{2})",
  unreserved: "[A-Za-z0-9\\-._~]",
  "sub-delims": "[!$&'()*+,;=]",
  // RFC 6570, section 2, with the apostrophe of erratum 6937
  literals: "([\\x21\\x23\\x24\\x26-\\x3b\\x3d\\x3f-\\x5b\\x5d\\x5f\\x61-\\x7a\\x7e] | <ucschar> | <iprivate> | <pct-encoded>)",
  ucschar: `([\\u{a0}-\\u{d7ff}\\u{f900}-\\u{fdcf}\\u{fdf0}-\\u{ffef}\\u{e1000}-\\u{efffd}] | ${planes(1, 13)})`,
  iprivate: `([\\u{e000}-\\u{f8ff}] | ${planes(15, 16)})`,
  expression: "(\\{ [+#./;?&=,!@|]? <varspec> (,<varspec>)* \\})",
  varspec: "(<varname> (:[1-9]<DIGIT>{0,3} | \\*)?)",
  varname: "(<varchar> (\\.?<varchar>)*)",
  varchar: "(<ALPHA> | <DIGIT> | _ | <pct-encoded>)",
};

function planes(first: number, last: number): string {
  const numbers = Array.from({ length: last - first + 1 }, (_, index) => (first + index).toString(16));
  return numbers.map((plane) => `[\\u{${plane}0000}-\\u{${plane}fffd}]`).join(" | ");
}

const expand = (rule: string): string =>
  rule.replaceAll(" ", "").replaceAll(/<([^<>]+)>/g, (_, name: string) => expand(rules[name]!));

const compiled = new Map<string, RegExp>();

function matches(rule: string, text: string): boolean {
  if (!compiled.has(rule)) compiled.set(rule, new RegExp(`^(?:${expand(rule)})$`, "u"));
  return compiled.get(rule)!.test(text);
}
