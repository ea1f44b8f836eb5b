import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { PartRule } from "../../../templates/runtime/server/contract.js";
import { readMultipart } from "../../../templates/runtime/server/multipart.js";
import { MalformedText } from "../../../templates/runtime/server/text.js";
import { countCalls } from "../../support/counted-work.js";

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** Reads the form of some lines; files as their names, types and texts. */
async function read(
  lines: readonly string[],
  contentType = "multipart/form-data; boundary=b",
  parts: Record<string, PartRule> = {},
) {
  const values = Object.entries(readMultipart(bytesOf(lines.join("\r\n")), contentType, parts, 8));
  return Object.fromEntries(await Promise.all(values.map(async ([name, value]) => [name, await tell(value)] as const)));
}

async function tell(value: unknown): Promise<unknown> {
  return value instanceof File ? [value.name, value.type, await value.text()] : value;
}

const named = (disposition: string, ...headers: string[]) => [
  "--b",
  `Content-Disposition: form-data; ${disposition}`,
  ...headers,
  "",
  "1",
  "--b--",
];

describe("RFC 2046: what is around the parts", () => {
  const part = ['content-disposition: form-data; name="a"', "", "1"];
  test.each<[string, string[]]>([
    ["nothing", ["--b", ...part, "--b--"]],
    ["the end of a line behind the last boundary", ["--b", ...part, "--b--", ""]],
    ["a preamble", ["This is a message in MIME format.", "", "--b", ...part, "--b--"]],
    ["an empty line in front", ["", "--b", ...part, "--b--"]],
    ["an epilogue", ["--b", ...part, "--b--", "--b", "That was it."]],
    ["blanks behind boundaries", ["--b \t", ...part, "--b-- "]],
    ["a preamble with a line that begins like the boundary", ["--bc", "--b", ...part, "--b--"]],
  ])("%s", async (_, lines) => {
    expect(await read(lines)).toEqual({ a: "1" });
  });

  test.each([
    "multipart/form-data; boundary=b",
    'multipart/form-data; boundary="b"',
    "Multipart/Form-Data;Boundary=b;charset=utf-8",
    'multipart/form-data; charset="x;boundary=y" ; boundary = b ;',
  ])("the boundary of %s", async (contentType) => {
    expect(await read(["--b", ...part, "--b--"], contentType)).toEqual({ a: "1" });
  });

  test("a boundary with blanks and signs", async () => {
    expect(await read(["--=_ (b)", ...part, "--=_ (b)--"], 'multipart/form-data; boundary="=_ (b)"')).toEqual({ a: "1" });
  });

  test("no parts at all", async () => {
    expect(await read(["--b--", ""])).toEqual({});
  });

  test("a part that looks like boundaries", async () => {
    const text = ["", "--", "--bc", "--b-", "-- b", "--b--c", " --b", "\r--b", "--B", ""].join("\r\n");
    const lines = ["--b", 'content-disposition: form-data; name="a"', "", text, "--b--"];
    expect(await read(lines)).toEqual({ a: text });
  });

  test("a part without an empty line has no content", async () => {
    const head = "content-disposition: form-data; name=a";
    expect(await read(["--b", head, "--b--"])).toEqual({ a: "" });
    expect(await read(["--b", head, "", "--b--"])).toEqual({ a: "" });
    expect(await read(["--b", head, "", "", "--b--"])).toEqual({ a: "" });
  });
});

describe("RFC 7578, 5987: names", () => {
  test.each<[string, string]>([
    ['name="a"', "a"],
    ["name=a", "a"],
    ["NAME = a ;", "a"],
    ['name="a b; c=d"', "a b; c=d"],
    ['name="%22%0d%0A%41"', '"\r\n%41'],
    ['name="a\\"b"', 'a"b'],
    ['name="a\\\\b\\"', "a\\\\b\\"],
    ['name="ä€"', "ä€"],
    ["name=a; other=b", "a"],
    ["name*=utf-8''%e2%82%ac", "€"],
  ])("%s", async (disposition, name) => {
    expect(await read(named(disposition))).toEqual({ [name]: "1" });
  });

  test.each<[string, string]>([
    ['filename="b.txt"', "b.txt"],
    ["filename=b.txt", "b.txt"],
    ['filename=""', ""],
    ['filename="C:\\dir\\b.txt"', "C:\\dir\\b.txt"],
    ["filename*=UTF-8''%e2%82%ac%20rates.txt", "€ rates.txt"],
    ["filename*=UTF-8'en'%e2%82%ac.txt; filename=e.txt", "€.txt"],
    ["filename=e.txt; filename*=iso-8859-1''%a3.txt", "£.txt"],
  ])("of files: %s", async (disposition, filename) => {
    expect(await read(named(`name=a; ${disposition}`, "content-type: Image/PNG"))).toEqual({ a: [filename, "image/png", "1"] });
    expect(await read(named(`name=a; ${disposition}`))).toEqual({ a: [filename, "text/plain", "1"] });
  });

  test("headers over several lines, and others without effect", async () => {
    const lines = ["--b", "X-Other: 1", "content-disposition: form-data;", ' name="a";', '\tfilename="b"', "", "1", "--b--"];
    expect(await read(lines)).toEqual({ a: ["b", "text/plain", "1"] });
  });
});

describe("the values of parts", () => {
  test("a file without a name keeps its bytes", async () => {
    const lines = bytesOf('--b\r\ncontent-disposition: form-data; name="a"\r\ncontent-type: image/png\r\n\r\n@\r\n--b--');
    lines[lines.indexOf(0x40)] = 0xff;
    const { a } = readMultipart(lines, "multipart/form-data; boundary=b", { a: { as: "file" } }, 8) as { a: File };
    expect([a.name, a.type, ...new Uint8Array(await a.arrayBuffer())]).toEqual(["", "image/png", 0xff]);
    expect(() => readMultipart(lines, "multipart/form-data; boundary=b", {}, 8)).toThrow("has a part that is not UTF-8");
  });

  test.each(["application/json", "application/vnd.example+json", "text/json; charset=utf-8"])("JSON of type %s", async (type) => {
    const lines = named('name="a"; filename="blob"', `content-type: ${type}`);
    expect(await read(lines, undefined, { a: { as: "json" } })).toEqual({ a: 1 });
  });
});

test.each<[string, string[], string, string?]>([
  ["no boundary", named("name=a"), "can't be split", "multipart/form-data"],
  ["an empty boundary", named("name=a"), "can't be split", 'multipart/form-data; boundary=""'],
  ["two boundaries", named("name=a"), "malformed parameters", "multipart/form-data; boundary=b; boundary=c"],
  ["another boundary", named("name=a"), "can't be split", "multipart/form-data; boundary=c"],
  ["no last boundary", named("name=a").slice(0, -1), "can't be split"],
  ["only the end of a line for lines", [named("name=a").join("\n")], "can't be split"],
  ["nothing", [], "can't be split"],
  ["a part of something else", ["--b", 'content-disposition: attachment; name="a"', "", "1", "--b--"], "without a name"],
  ["no name", named("filename=a"), "without a name"],
  ["no headers", ["--b", "", "1", "--b--"], "without a name"],
  ["an empty part", ["--b", "--b--"], "can't be split"],
  ["two names", named("name=a; name=b"), "a malformed header"],
  ["text behind a name", named('name="a"b'), "a malformed header"],
  ["a quote that is not closed", named('name="a'), "a malformed header"],
  ["a parameter without a value", named("name"), "a malformed header"],
  ["a header without a name", named("name=a", ": x"), "a malformed header"],
  ["two dispositions", named("name=a", "Content-disposition: form-data; name=b"), "a malformed header"],
  ["a name in another charset", named("name=a; filename*=utf-7''x"), "a malformed header"],
  ["a broken percent-encoding", named("name=a; filename*=utf-8''%ff"), "is not percent-encoded UTF-8"],
  ["text in another charset", named("name=a", "content-type: text/plain; charset=utf-16"), "not UTF-8"],
  ["base64", named("name=a", "content-transfer-encoding: base64"), "a transfer encoding"],
  ["long headers", named("name=a", `x: ${"x".repeat(20_000)}`), "headers that are too long"],
])("rejected: %s", async (_, lines, message, contentType) => {
  const failure = await read(lines, contentType).then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(MalformedText);
  expect((failure as Error).message).toContain(message);
});

test("what the platform writes is read as the platform reads it", async () => {
  const text = fc.string({ unit: "grapheme", maxLength: 12 }).map((value) => value.replaceAll(/[\r\n]|\p{Surrogate}/gu, "-"));
  const part = fc.record({
    name: text,
    value: text,
    bytes: fc.uint8Array({ maxLength: 40 }),
    isFile: fc.boolean(),
    filename: text.map((name) => `f${name}`),
  });
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(part, { selector: ({ name }) => name, maxLength: 6 }), async (parts) => {
      const form = new FormData();
      for (const { name, value, bytes, isFile, filename } of parts) {
        if (name === "__proto__") continue;
        if (isFile) form.append(name, new Blob([bytes as Uint8Array<ArrayBuffer>], { type: "image/png" }), filename);
        else form.append(name, value);
      }
      const sent = new Response(form);
      const platform = await sent.clone().formData();
      const type = sent.headers.get("content-type")!;
      const read = readMultipart(new Uint8Array(await sent.arrayBuffer()), type, {}, 8);
      const bytesIn = async (value: unknown) =>
        value instanceof File ? [value.name, value.type, ...new Uint8Array(await value.arrayBuffer())] : value;
      for (const [name, value] of platform) expect(await bytesIn(read[name])).toEqual(await bytesIn(value));
      expect(Object.keys(read).sort()).toEqual([...platform.keys()].sort());
    }),
  );
});

test.each([
  ["line ends", "\r\n".repeat(500_000)],
  ["beginnings of the boundary", "\r\n--bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb".repeat(15_000)],
  ["dashes", "-".repeat(1_000_000)],
  [
    "semicolons",
    named(`name=a${" ;".repeat(8000)}`)
      .slice(0, -1)
      .join("\r\n")
      .concat("\r\n")
      .repeat(60),
  ],
  [
    "quotes",
    named(`name="${'\\" '.repeat(5000)}`)
      .slice(0, -1)
      .join("\r\n")
      .concat("\r\n")
      .repeat(60),
  ],
  ["small parts", 'content-disposition:form-data;name="a"\r\n\r\n\r\n--b\r\n'.repeat(20_000)],
])("a megabyte of %s is read in linear time", async (_, content) => {
  const body = bytesOf(`--b\r\n${content}\r\n--b--`);
  const parts = { a: { as: ["string"], isList: true } } as const;
  const counted = await countCalls(() => import("../../../templates/runtime/server/multipart.js"));
  const work = await counted.workOf(() => {
    try {
      counted.readMultipart(body, "multipart/form-data; boundary=b", parts, 8);
    } catch (error) {
      if ((error as Error).constructor.name !== MalformedText.name) throw error;
    }
  });
  expect(work).toBeLessThan(10 * body.length);
});
