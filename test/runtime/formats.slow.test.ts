import { fullFormats } from "ajv-formats/dist/formats.js";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { formats, roundedInt64, uncheckedFormats } from "../../templates/runtime/formats.js";

/** Valid and invalid texts for each format, on which our verdict is also Ajv's. */
const samples: Record<string, { valid: string[]; invalid: string[] }> = {
  byte: {
    valid: ["", "YQ==", "YWI=", "YWJj", "+/+/"],
    invalid: ["YQ", "YQ=", "====", "Y===", "Y=Q=", "YW Jj", "_-_-", "YQ==YQ=="],
  },
  date: {
    valid: ["2024-02-29", "2000-02-29", "0000-01-01", "1999-12-31", "2023-04-30"],
    invalid: [
      "2023-02-29",
      "1900-02-29",
      "2023-04-31",
      "2023-00-10",
      "2023-13-10",
      "2023-01-00",
      "2023-1-1",
      "20230101",
      "2023-01-01Z",
      " 2023-01-01",
      "2023-01-01\n",
      "২023-01-01",
    ],
  },
  "date-time": {
    valid: [
      "1985-04-12T23:20:50.52Z",
      "1985-04-12t23:20:50.52z",
      "1996-12-19T16:39:57-08:00",
      "1990-12-31T23:59:60Z",
      "1990-12-31T15:59:60-08:00",
      "1937-01-01T12:00:27.87+00:20",
    ],
    invalid: [
      "1985-04-12T23:20:50.52",
      "1985-04-12",
      "1985-04-31T23:20:50Z",
      "1985-04-12T24:00:00Z",
      "1990-12-31T15:59:59-24:00",
      "1998-12-31T22:59:60Z",
      "1998-12-31T23:58:60Z",
      "06/19/1963 08:30:06 PST",
      "1963-06-1৪T00:00:00Z",
      "1985-04-12TT23:20:50Z",
      "1985-04-12T23:20:50ZT",
    ],
  },
  duration: {
    valid: ["P4DT12H30M5S", "P4Y", "PT0S", "P0D", "P1M", "PT1M", "PT36H", "P1DT12H", "P2W", "P1Y1D"],
    invalid: ["", "P", "P1", "PT", "PT1D", "P1YT", "P2D1Y", "P1D2H", "P2S", "P1Y2W", "P০Y", "P1.5D", "p1d", "1D"],
  },
  email: {
    valid: ["joe.bloggs@example.com", "te~st@example.com", "a@b.c", "te.s.t@example.com", "a+b@x-y--z.example"],
    invalid: [
      "2962",
      "",
      "@",
      "a@",
      "@b.c",
      ".test@example.com",
      "test.@example.com",
      "te..st@example.com",
      '"joe bloggs"@example.com',
      "joe@[127.0.0.1]",
      "a@b",
      "a@b..c",
      "a@-b.c",
      "a@b-.c",
      "a@b@c.d",
      "a b@c.d",
      "ü@c.d",
      "a@b.c.",
    ],
  },
  hostname: {
    valid: [
      "www.example.com",
      "a",
      "xn--4gbwdl.xn--wgbh1c",
      "a-b",
      "1.2",
      "example.com.",
      "a".repeat(63),
      `${"a".repeat(63)}.`.repeat(3) + "a".repeat(61),
      `${"a".repeat(63)}.`.repeat(3) + "a".repeat(61) + ".",
    ],
    invalid: [
      "",
      ".",
      "-a",
      "a-",
      "a..b",
      "a_b",
      "a b",
      "a".repeat(64),
      `${"a".repeat(63)}.`.repeat(3) + "a".repeat(62),
      "ü.de",
      "a.b..",
      "a\n",
    ],
  },
  ipv4: {
    valid: ["192.168.0.1", "0.0.0.0", "255.255.255.255"],
    invalid: [
      "",
      "127.0.0",
      "127.0.0.0.1",
      "256.0.0.1",
      "01.2.3.4",
      "1.2.3.4.",
      ".1.2.3.4",
      "1.2.3",
      "0x7f000001",
      "2130706433",
      "1.2.3.4\n",
      "1২7.0.0.1",
      "1.2.3.4/24",
    ],
  },
  ipv6: {
    valid: [
      "::1",
      "::",
      "abcd:ef01:2345:6789:abcd:ef01:2345:6789",
      "::abef",
      "1::",
      "1:2:3:4:5:6:7::",
      "::2:3:4:5:6:7:8",
      "1:2::8",
      "::ffff:192.168.0.1",
      "1:2:3:4:5:6:1.2.3.4",
      "1:2:3:4:5::1.2.3.4",
      "::1.2.3.4",
      "::42:ff:1",
    ],
    invalid: [
      "",
      ":",
      ":::",
      "12345::",
      "1:2:3:4:5:6:7",
      "1:2:3:4:5:6:7:8:9",
      "1:2:3:4::5:6:7:8",
      "1::2::3",
      "::1%eth0",
      "::1/64",
      ":1::",
      "1.2.3.4",
      "1.2.3.4::",
      "::1.2.3",
      "::1.2.3.256",
      "1:2:3:4:5:6:7:1.2.3.4",
      "1:2:3:4:5:6::1.2.3.4",
      "::01.2.3.4",
      "::laptop",
      " ::1",
      "::1\n",
      "1:2:3:4:5:6:7:",
      "::1২",
    ],
  },
  "json-pointer": {
    valid: ["", "/", "/foo/bar~0/baz~1/%a", "//", "/~01", "/a~1b", "/ \n"],
    invalid: ["a", "#", "#/", "/foo/bar~", "/~2", "/~", "/~0~", "0", " /"],
  },
  "json-pointer-uri-fragment": {
    valid: ["#", "#/", "#/a~1b/%25", "#//"],
    invalid: ["", "/", "#a", "#/~2", "#/%2", "#/^", "#/%zz", "##"],
  },
  regex: { valid: ["", "([abc])+\\s+$", "\\p{L}", "\\Z", "[\\ -\\~]"], invalid: ["^(abc]", "(?i)a", "a\\Z", "[", "*"] },
  "relative-json-pointer": {
    valid: ["1", "0", "0/foo/bar", "2/0/baz/1/zip", "0#", "120", "1/"],
    invalid: ["", "/foo", "-1", "+1/a", "01/a", "0##", "0a", "1#/a"],
  },
  time: {
    valid: [
      "08:30:06Z",
      "23:59:60Z",
      "23:59:60.5z",
      "01:29:60+01:30",
      "22:59:60-01:00",
      "00:29:60+00:30",
      "12:00:00.52+01:00",
      "12:00:00+01",
      "12:00:00+0130",
      "15:59:60-08:00",
      "23:29:60-00:30",
    ],
    invalid: [
      "08:30:06",
      "24:00:00Z",
      "00:60:00Z",
      "00:00:61Z",
      "22:59:60Z",
      "23:58:60Z",
      "23:59:60+01:00",
      "23:59:60-01:00",
      "01:02:03+24:00",
      "01:02:03+00:60",
      "01:02:03+",
      "01:02:03Z+00:30",
      "8:30:06Z",
      "08:30:06 PST",
      "01:01:01,1111",
      "12:00:00.Z",
      "1২:00:00Z",
    ],
  },
  uri: {
    valid: [
      "http://foo.bar/?baz=qux#quux",
      "http://foo.com/blah_(wikipedia)_blah#cite-1",
      "http://user:pw@[2001:db8::7]:80/c=GB?x#y",
      "mailto:a@b.c",
      "news:comp.infosystems",
      "tel:+1-816-555-1212",
      "urn:oasis:names",
      "http://-.~_!$&'()*+,;=:%40:80%2f::::::@example.com",
      "file:///etc",
      "a:/",
      "http://[v1.a:b]/",
    ],
    invalid: [
      "",
      "//foo.bar/",
      "/abc",
      "\\\\WINDOWS\\f",
      "abc",
      "http:// a.b",
      ":// a",
      "a:",
      "a:?q",
      "bar,baz:foo",
      "http://example.org/a[b]",
      "http://[::1",
      "http://[::g]/",
      "http://[v.a]/",
      "https://a.b/%zz",
      "https://a.b/%1",
      "https://[@a.b/",
      'http://a.b/"',
      "http://a.b/ü",
      "http://a.b/<",
      "http://a.b/#a#b",
      "1http://a.b/",
      "http://a.b\n",
    ],
  },
  "uri-reference": {
    valid: [
      "",
      "http://foo.bar/?baz=qux#quux",
      "//foo.bar/?baz=qux",
      "/abc",
      "abc",
      "#fragment",
      "?q",
      "1a:b",
      "//[::1]/x",
      "a:",
      "a/b;c=1",
    ],
    invalid: ["\\\\W", "#frag\\ment", "ü", "a b", "%", "%1", "//[::1]x", "[::1]", "a[b]", "#a#b", "http://[::1]]/", "{a}"],
  },
  "uri-template": {
    valid: ["", "http://example.com/dictionary/{term:1}/{term}", "{+path,x*}{#a%41}{?q,b}", "plain", "{/a:9999}", "%41", "ü"],
    invalid: [
      "http://example.com/{term",
      "term}",
      "{}",
      "{+}",
      "{a b}",
      "{a:0}",
      "{a:12345}",
      "{a,}",
      "{{a}}",
      "{a}}",
      "%4",
      "{%4}",
      "a b",
      '"',
      "{a.b}",
      "{a}{",
    ],
  },
  url: {
    valid: [
      "http://foo.com/blah_blah",
      "https://userid:password@example.com:8080/",
      "http://142.42.1.1:8080/",
      "ftp://foo.bar/baz",
      "http://✪df.ws/123",
      "http://a.b-c.de",
      "http://1337.net",
      "http://223.255.255.254",
      "http://a@b@c.de",
      "http://c.de/@x",
      "http://a/b@c.de",
      "http://☺.damowmow.com/",
      "http://-.~_!$&'()*+,;=:%40:80%2f::::::@example.com",
    ],
    invalid: [
      "http://",
      "http://.",
      "http://??/",
      "//",
      "http://foo.bar?q=Spaces should",
      "ftps://foo.bar/",
      "http://-error-.invalid/",
      "http://a.b--c.de/",
      "http://-a.b.co",
      "http://0.0.0.0",
      "http://10.1.1.1",
      "http://172.16.1.1",
      "http://192.168.1.1",
      "http://169.254.0.1",
      "http://127.0.0.1",
      "http://10.1.1.0",
      "http://3628126748",
      "http://.www.foo.bar/",
      "http://www.foo.bar./",
      "http://@c.de",
      "http://c.de:1",
      "http://c.de:123456/",
      "http://c.de?x",
      "http://c.de@",
      "h://test",
      "http://a.b",
      "http://a.c1",
      "http://a_b.de",
    ],
  },
  uuid: {
    valid: ["2EB8AA08-aa98-11ea-b4aa-73b441d16380", "00000000-0000-0000-0000-000000000000"],
    invalid: [
      "",
      "2eb8aa08-aa98-11ea-b4aa-73b441d1638",
      "2eb8aa08aa9811eab4aa73b441d16380",
      "2eb8-aa08-aa98-11ea-b4aa73b44-1d16380",
      "{2eb8aa08-aa98-11ea-b4aa-73b441d16380}",
      "2eb8aa08-aa98-11ea-b4aa-73b441d1638g",
    ],
  },
};

/** Texts that ajv-formats takes and that are not of the format. */
const ajvIsWrong: Record<string, string[]> = {
  byte: ["not base64\n", "!\n\n!"],
  "date-time": ["1985-04-12 23:20:50Z", "1985-04-12\t23:20:50Z", "1990-12-31T24:59:60+01:00"],
  time: ["24:59:60+01:00"],
  uri: ["http://[::ffff:01.2.3.4]/"],
  url: ["http\u017f://example.com"],
  uuid: ["urn:uuid:2eb8aa08-aa98-11ea-b4aa-73b441d16380"],
};

function ajvAccepts(name: string, value: string | number): boolean {
  const format = fullFormats[name as keyof typeof fullFormats];
  const validate = typeof format === "object" && "validate" in format ? format.validate : format;
  if (typeof validate === "boolean") return validate;
  return validate instanceof RegExp ? validate.test(String(value)) : (validate as (value: string | number) => boolean)(value);
}

function accepts(name: string, text: string): boolean {
  const format = formats[name]!;
  return format.type === "string" && format.validate(text);
}

describe.each(Object.entries(samples))("%s", (name, { valid, invalid }) => {
  test.each(valid)("has %j", (text) => {
    expect([accepts(name, text), ajvAccepts(name, text)]).toEqual([true, true]);
  });

  test.each(invalid)("refuses %j", (text) => {
    expect([accepts(name, text), ajvAccepts(name, text)]).toEqual([false, false]);
  });

  test.each(ajvIsWrong[name] ?? [])("refuses %j, unlike ajv-formats", (text) => {
    expect([accepts(name, text), ajvAccepts(name, text)]).toEqual([false, true]);
  });

  it("agrees with ajv-formats on texts one or two steps from a sample", () => {
    const characters = fc.constantFrom(
      ..."aAfgzZ09-_.:/@%~#?[]{}+*,;= \\\"'!PTtWe\nü\ud83d\ude00",
      "::",
      "%41",
      "60",
      "23:59:60",
      "[::1]",
      "http://",
    );
    const start = fc.constantFrom(...valid, ...invalid, ...Object.values(samples).flatMap((other) => other.valid.slice(0, 3)));
    const edit = fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), remove: fc.nat(2), insert: fc.option(characters) });
    const text = fc.tuple(start, fc.array(edit, { minLength: 1, maxLength: 2 })).map(([base, edits]) =>
      edits.reduce((current, { at, remove, insert }) => {
        const index = Math.floor(at * current.length);
        return current.slice(0, index) + (insert ?? "") + current.slice(index + remove);
      }, base),
    );
    fc.assert(
      fc.property(
        fc.oneof(
          text,
          fc.string({ unit: "binary" }),
          fc.array(characters).map((list) => list.join("")),
        ),
        (value) => {
          fc.pre(!isKnownDifference(name, value));
          expect({ value, verdict: accepts(name, value) }).toEqual({ value, verdict: ajvAccepts(name, value) });
        },
      ),
      { numRuns: 3000 },
    );
  });

  it("answers at once about long texts", () => {
    const repeated = ["a", "0", "A=", "/", "~0", ":", "a.", "a-", "@", "a@", "%41", "[", "{a}", "{a,", "1Y", "\n", "::", "a:"];
    const wrapped = repeated.flatMap((text) =>
      ["", "http://", "P", "#", "1", "{", "//["].map((prefix) => `${prefix}${text.repeat(50_000)}!`),
    );
    const start = performance.now();
    for (const text of wrapped) accepts(name, text);
    // A few milliseconds each where time grows with the length, seconds each where it grows with its square.
    expect(performance.now() - start).toBeLessThan(2_000);
  });
});

/** True for texts that only ajv-formats takes, for a reason that `ajvIsWrong` shows. */
function isKnownDifference(name: string, value: string): boolean {
  if (name === "byte") return /[\n\r\u2028\u2029]/.test(value);
  if (name === "uuid") return /^urn:/i.test(value);
  if (name === "date-time" && /^.{10}\s/.test(value)) return true;
  if (name === "date-time" || name === "time") return /60/.test(value);
  if (name.startsWith("uri")) return /\[.*\d\.\d.*\]/.test(value);
  return false;
}

test("numbers", () => {
  const verdict = (name: string, value: number) => {
    const format = formats[name]!;
    return format.type === "number" && format.validate(value);
  };
  const int32: [number, boolean][] = [
    [0, true],
    [-0, true],
    [2147483647, true],
    [2147483648, false],
    [-2147483648, true],
    [-2147483649, false],
    [1.5, false],
    [1e300, false],
  ];
  for (const [value, expected] of int32) {
    expect([value, verdict("int32", value), ajvAccepts("int32", value)]).toEqual([value, expected, expected]);
  }
  const int64: [number, boolean][] = [
    [0, true],
    [2 ** 53 - 1, true],
    [1 - 2 ** 53, true],
    [2 ** 53, false],
    [-(2 ** 53), false],
    [2 ** 63, false],
    [1.5, false],
    [1e300, false],
  ];
  for (const [value, expected] of int64) expect([value, verdict("int64", value)]).toEqual([value, expected]);
  const rounded: [number, boolean][] = [
    [0, true],
    [2 ** 53, true],
    [2 ** 63, true],
    [-(2 ** 63), true],
    [2 ** 63 + 2048, false],
    [1.5, false],
    [1e300, false],
    [-1e300, false],
  ];
  for (const [value, expected] of rounded) expect([value, roundedInt64(value)]).toEqual([value, expected]);
});

test("every format that ajv-formats checks is checked or said to be an annotation", () => {
  const missing = Object.keys(fullFormats).filter((name) => !Object.hasOwn(formats, name) && !uncheckedFormats.includes(name));
  expect(missing).toEqual(["iso-time", "iso-date-time"]);
  expect(uncheckedFormats.filter((name) => Object.hasOwn(formats, name))).toEqual([]);
});
