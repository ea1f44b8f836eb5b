/** A format: the JSON type to which it applies, and a check that never throws. */
export type Format =
  | { readonly type: "string"; readonly validate: (text: string) => boolean }
  | { readonly type: "number"; readonly validate: (value: number) => boolean; readonly reason?: string };

/** RFC 3339, `full-date`: a day of the calendar. */
export function date(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const [year, month, day] = [digits(text, 0, 4), digits(text, 5, 7), digits(text, 8, 10)];
  const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 ? (isLeapYear ? 29 : 28) : month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
  return month >= 1 && month <= 12 && day >= 1 && day <= days;
}

/** RFC 3339, `full-time`. */
export function time(text: string): boolean {
  if (!/^\d\d:\d\d:\d\d(?:\.\d+)?(?:z|[+-]\d\d:\d\d)$/i.test(text)) return false;
  const [hour, minute, second] = [digits(text, 0, 2), digits(text, 3, 5), digits(text, 6, 8)];
  const sign = Math.max(text.indexOf("+"), text.indexOf("-"));
  const offsetHour = sign < 0 ? 0 : digits(text, sign + 1, sign + 3);
  const offsetMinute = sign < 0 ? 0 : digits(text, sign + 4, sign + 6);
  if (hour > 23 || minute > 59 || second > 60 || offsetHour > 23 || offsetMinute > 59) return false;
  if (second < 60) return true;
  // A leap second ends a day of UTC, whatever the local time is.
  const offset = (offsetHour * 60 + offsetMinute) * (text[sign] === "-" ? -1 : 1);
  return (hour * 60 + minute - offset + 2880) % 1440 === 1439;
}

/** The number in a part of a text that consists of digits: groups of the expression would cost more. */
function digits(text: string, start: number, end: number): number {
  let value = 0;
  for (let index = start; index < end; index++) value = value * 10 + text.charCodeAt(index) - 48;
  return value;
}

/** RFC 3339, `date-time`: the letter T in either case between date and time, no space. */
export function dateTime(text: string): boolean {
  const separator = text[10];
  return (separator === "T" || separator === "t") && date(text.slice(0, 10)) && time(text.slice(11));
}

/** RFC 3339, appendix A: an ISO 8601 duration in whole numbers, without a gap between its units. */
export function duration(text: string): boolean {
  const [, day = "", clock] = /^P([^T]*)(?:T([^]*))?$/.exec(text) ?? [];
  if (/^\d+W$/.test(day) && clock === undefined) return true;
  const isDay = /^(?:\d+D|\d+M(?:\d+D)?|\d+Y(?:\d+M(?:\d+D)?)?)$/.test(day);
  const isClock = clock !== undefined && /^(?:\d+S|\d+M(?:\d+S)?|\d+H(?:\d+M(?:\d+S)?)?)$/.test(clock);
  return (isDay && (isClock || clock === undefined)) || (day === "" && isClock);
}

/** RFC 5321, `Mailbox`: also with a quoted local part, a domain of one label, or an IP address in brackets. */
export function email(text: string): boolean {
  const at = text.lastIndexOf("@");
  const [local, domain] = [text.slice(0, Math.max(at, 0)), text.slice(at + 1)];
  const isLocal =
    /^"(?:[ !#-[\]-~]|\\[ -~])*"$/.test(local) || local.split(".").every((atom) => /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+$/i.test(atom));
  // `IPv6` is the only tag that is registered.
  const [, tag, address = ""] = /^\[(ipv6:)?([^\]]*)\]$/i.exec(domain) ?? [];
  const isDomain = domain.startsWith("[") ? (tag ? ipv6(address) : ipv4(address)) : domain.split(".").every(isLabel);
  return isLocal && isDomain;
}

/** RFC 1123, section 2.1: at most 253 characters in labels of at most 63, without a last dot. */
export function hostname(text: string): boolean {
  return text.length <= 253 && text.split(".").every((label) => label.length <= 63 && isLabel(label));
}

function isLabel(label: string): boolean {
  return /^[a-z0-9-]+$/i.test(label) && !label.startsWith("-") && !label.endsWith("-");
}

/** RFC 2673, section 3.2: four decimal numbers below 256 without leading zeros. */
export function ipv4(text: string): boolean {
  return /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/.test(text);
}

/** RFC 4291, section 2.2: an IPv6 address without zone and prefix length. */
export function ipv6(text: string): boolean {
  if (text.length > 45) return false;
  const halves = text.split("::");
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === "" ? [] : half.split(":")));
  const last = groups.at(-1);
  const hasIpv4 = last !== undefined && text.endsWith(last) && ipv4(last);
  if (hasIpv4) groups.pop();
  const count = groups.length + (hasIpv4 ? 2 : 0);
  return groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group)) && (halves.length === 2 ? count <= 7 : count === 8);
}

/** RFC 3986, `URI`: a scheme and what follows it, which may be empty. */
export function uri(text: string): boolean {
  const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(text)?.[0];
  return scheme !== undefined && isHierarchy(text.slice(scheme.length));
}

/** RFC 3986, `URI-reference`: absolute or relative, also empty. A colon in the first segment would end a scheme. */
export function uriReference(text: string): boolean {
  return uri(text) || (!/^[^/?#]*:/.test(text) && isHierarchy(text));
}

/** Checks authority, path, query and fragment. Each test covers one part, so that none can backtrack into another. */
function isHierarchy(text: string): boolean {
  const [start, fragment] = splitAt(text, "#");
  const [hierarchy, query] = splitAt(start, "?");
  const authority = hierarchy.startsWith("//") ? splitAt(hierarchy.slice(2), "/")[0] : undefined;
  const path = authority === undefined ? hierarchy : hierarchy.slice(2 + authority.length);
  return (
    !/%(?![0-9a-f]{2})/i.test(text) &&
    (authority === undefined || isAuthority(authority)) &&
    /^[a-z0-9\-._~!$&'()*+,;=:@/%]*$/i.test(path) &&
    isFragment(query) &&
    isFragment(fragment)
  );
}

/** The texts before and behind the first of a mark; without one, the second is empty. */
function splitAt(text: string, mark: string): readonly [before: string, after: string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

/** RFC 3986, `authority`: user information, a host that may be empty, a port. */
function isAuthority(text: string): boolean {
  const [, literal, host = ""] = /^(?:[a-z0-9\-._~!$&'()*+,;=:%]*@)?(?:\[([^\]]*)\]|([^:@[\]]*))(?::\d*)?$/i.exec(text) ?? [
    undefined,
    undefined,
    "[",
  ];
  if (literal === undefined) return /^[a-z0-9\-._~!$&'()*+,;=%]*$/i.test(host);
  return ipv6(literal) || /^v[0-9a-f]+\.[a-z0-9\-._~!$&'()*+,;=:]+$/i.test(literal);
}

/** RFC 3986, `fragment`, which is also `query`; the hexadecimal digits of escapes are checked elsewhere. */
function isFragment(text: string): boolean {
  return /^[a-z0-9\-._~!$&'()*+,;=:@/?%]*$/i.test(text);
}

/** RFC 6570: literals, and expressions in braces. */
export function uriTemplate(text: string): boolean {
  if (/%(?![0-9a-f]{2})/i.test(text)) return false;
  // Each variable has a name, perhaps with dots, and a prefix length or `*`. The letter keeps what surrounds an expression apart.
  const expression = /\{[+#./;?&=,!@|]?[\w%]+(?:\.[\w%]+)*(?::[1-9]\d{0,3}|\*)?(?:,[\w%]+(?:\.[\w%]+)*(?::[1-9]\d{0,3}|\*)?)*\}/g;
  const literals = text.replace(expression, "a");
  return !/[\0- "<>\\^`{|}\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufff0-\uffff\u{e0000}-\u{e0fff}]|\p{Noncharacter_Code_Point}/u.test(
    literals,
  );
}

/** An absolute http, https or ftp URL whose host is a public IPv4 address or a name with a top-level domain. */
export function url(text: string): boolean {
  const start = /^(?:https?|ftp):\/\//i.exec(text)?.[0].length;
  if (start === undefined || /\s/.test(text)) return false;
  const parts = text.slice(start).split("@");
  // Text before an "@" may be user information, so the host may follow any of them but a leading one.
  return parts.some((part, index) => {
    const slash = part.indexOf("/");
    const isEnd = slash >= 0 || index === parts.length - 1;
    if (!isEnd || (index === 1 && parts[0] === "")) return false;
    return isUrlHost((slash < 0 ? part : part.slice(0, slash)).replace(/:\d{2,5}$/, ""));
  });
}

function isUrlHost(host: string): boolean {
  if (
    /^(?:[1-9]\d?|1\d\d|2[01]\d|22[0-3])(?:\.(?:1?\d{1,2}|2[0-4]\d|25[0-5])){2}\.(?:[1-9]\d?|1\d\d|2[0-4]\d|25[0-4])$/.test(host)
  ) {
    return !/^(?:10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01]))\./.test(host);
  }
  const labels = host.split(".");
  return (
    labels.length > 1 &&
    labels.every(
      (label) =>
        /^[a-z0-9\u00a1-\uffff-]+$/iu.test(label) && !label.startsWith("-") && !label.endsWith("-") && !label.includes("--"),
    ) &&
    /^[a-z\u00a1-\uffff]{2,}$/iu.test(labels.at(-1)!)
  );
}

/** RFC 9562: a UUID in hexadecimal digits and hyphens, without `urn:uuid:`. V8 takes twice as long for counts above 3. */
export function uuid(text: string): boolean {
  return /^(?:[\da-f]{2}[\da-f]{2}){2}(?:-[\da-f]{2}[\da-f]{2}){3}-(?:[\da-f]{2}[\da-f]{2}){3}$/i.test(text);
}

/** RFC 6901. */
export function jsonPointer(text: string): boolean {
  return (text === "" || text.startsWith("/")) && !/~(?![01])/.test(text);
}

/** RFC 6901, section 6: a JSON pointer as the fragment of a URI, escaped as UTF-8. */
export function jsonPointerUriFragment(text: string): boolean {
  if (!text.startsWith("#") || !isFragment(text.slice(1))) return false;
  try {
    return jsonPointer(decodeURIComponent(text.slice(1)));
  } catch {
    return false;
  }
}

/** draft-bhutton-relative-json-pointer. */
export function relativeJsonPointer(text: string): boolean {
  const steps = /^(?:0|[1-9]\d*)/.exec(text)?.[0];
  if (steps === undefined) return false;
  const rest = text.slice(steps.length);
  return rest === "#" || jsonPointer(rest);
}

/** ECMA-262: a pattern that `new RegExp` accepts. */
export function regex(text: string): boolean {
  if (!isPlausible(text)) return false;
  try {
    new RegExp(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Whether a pattern has as many ends of groups as beginnings, outside of classes of characters: engines take long for hundreds
 * of thousands of open groups. And no `\Z`, an anchor elsewhere and the letter here.
 */
function isPlausible(pattern: string): boolean {
  let [open, isClass] = [0, false];
  for (let index = 0; index < pattern.length; index++) {
    const character = pattern[index];
    if (character === "\\") {
      if (pattern[++index] === "Z") return false;
    } else if (isClass) isClass = character !== "]";
    else if (character === "[") isClass = true;
    else if (character === "(") open++;
    else if (character === ")") open--;
  }
  return open === 0;
}

/** RFC 4648, section 4: base64 with padding, on one line. */
export function byte(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
}

/** A signed integer of 32 bits. */
export function int32(value: number): boolean {
  return Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 31;
}

/** A signed integer of 64 bits that a JSON number represents exactly: one beyond 2^53 may have been rounded. */
export function int64(value: number): boolean {
  return Number.isSafeInteger(value);
}

/** A signed integer of 64 bits, rounded beyond 2^53. The largest one reads as 2^63, which is therefore allowed. */
export function roundedInt64(value: number): boolean {
  return Number.isInteger(value) && Math.abs(value) <= 2 ** 63;
}

/** The formats that are checked, by name. */
export const formats: Readonly<Record<string, Format>> = {
  // Only what the contract names.
  byte: { type: "string", validate: byte },
  date: { type: "string", validate: date },
  "date-time": { type: "string", validate: dateTime },
  duration: { type: "string", validate: duration },
  email: { type: "string", validate: email },
  hostname: { type: "string", validate: hostname },
  int32: { type: "number", validate: int32 },
  int64: { type: "number", validate: int64, reason: "an integer within 2^53, as JSON numbers lose digits beyond" },
  ipv4: { type: "string", validate: ipv4 },
  ipv6: { type: "string", validate: ipv6 },
  "json-pointer": { type: "string", validate: jsonPointer },
  "json-pointer-uri-fragment": { type: "string", validate: jsonPointerUriFragment },
  regex: { type: "string", validate: regex },
  "relative-json-pointer": { type: "string", validate: relativeJsonPointer },
  time: { type: "string", validate: time },
  uri: { type: "string", validate: uri },
  "uri-reference": { type: "string", validate: uriReference },
  "uri-template": { type: "string", validate: uriTemplate },
  url: { type: "string", validate: url },
  uuid: { type: "string", validate: uuid },
};

/** The same with the setting `integers: rounded`. */
export const roundedFormats: Readonly<Record<string, Format>> = {
  // Only what the contract names.
  ...formats,
  int64: { type: "number", validate: roundedInt64 },
};

/** Formats of JSON Schema 2020-12 and OpenAPI's registry that are annotations here: any value is valid. */
export const uncheckedFormats: readonly string[] = [
  "base64url",
  "binary",
  "char",
  "commonmark",
  "date-time-local",
  "decimal",
  "decimal128",
  "double",
  "double-int",
  "float",
  "html",
  "http-date",
  "idn-email",
  "idn-hostname",
  "int16",
  "int8",
  "iri",
  "iri-reference",
  "media-range",
  "password",
  "sf-binary",
  "sf-boolean",
  "sf-decimal",
  "sf-integer",
  "sf-string",
  "sf-token",
  "time-local",
  "uint16",
  "uint32",
  "uint64",
  "uint8",
  "unixtime",
];
