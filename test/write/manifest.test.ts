import { describe, expect, it } from "vitest";
import { buildManifest, parseManifest, printManifest, sha256 } from "../../generator/write/manifest.js";
import { outputs } from "./sandbox.js";

const hash = sha256("x");
const text = (files: string, head = `"generator": "openapi-actions 0.1.0", "contract": "${hash}"`) =>
  `{${head}, "files": ${files}}`;

describe("manifest", () => {
  it("lists files by code unit, whatever the order they come in, integer-like names included", () => {
    const files = {
      "b.ts": "b",
      "10": "x",
      "2": "y",
      "a/é.ts": "",
      "C.ts": "C",
      "ï.ts": "i",
      "\u{1f600}.ts": "",
      "\uffee.ts": "",
    };
    const forward = printManifest(buildManifest(outputs(files), "openapi-actions 0.1.0", hash));
    const backward = printManifest(buildManifest(outputs(files).reverse(), "openapi-actions 0.1.0", hash));
    expect(forward).toBe(backward);
    const paths = [...forward.matchAll(/^ {4}("(?:.*)"): /gm)].map((match) => JSON.parse(match[1]!) as string);
    expect(paths).toEqual(["10", "2", "C.ts", "a/é.ts", "b.ts", "ï.ts", "\u{1f600}.ts", "\uffee.ts"]);
    const { files: _, ...head } = JSON.parse(forward) as Record<string, unknown>;
    expect(head).toEqual({ generator: "openapi-actions 0.1.0", contract: hash });
    expect(forward.endsWith("}\n")).toBe(true);
  });

  it("reads what it prints", () => {
    const manifest = buildManifest(outputs({ "a.ts": "a", "b/c.ts": "c" }), "openapi-actions 1.0.0-beta.1+x", hash);
    expect(parseManifest(printManifest(manifest), "manifest.json")).toEqual(manifest);
    const empty = buildManifest([], "openapi-actions 0.1.0", hash);
    expect(parseManifest(printManifest(empty), "manifest.json")).toEqual(empty);
  });

  it("throws on a generator or a contract hash of another form", () => {
    expect(() => buildManifest([], "1.0.0", hash)).toThrow(/openapi-actions <version>/);
    expect(() => buildManifest([], "openapi-actions 0.1.0", "abc")).toThrow(/sha256/);
  });

  it.each([
    ["a path that goes up", text(`{"../../etc/passwd": "${hash}"}`)],
    ["one that goes up later", text(`{"a/../../b": "${hash}"}`)],
    ["an absolute one", text(`{"/etc/passwd": "${hash}"}`)],
    ["a backslash", text(`{"..\\\\a": "${hash}"}`)],
    ["a drive", text(`{"C:a": "${hash}"}`)],
    ["NUL", text(`{"a\\u0000b": "${hash}"}`)],
    ["__proto__", text(`{"__proto__": "${hash}"}`)],
    ["the manifest itself", text(`{"manifest.json": "${hash}"}`)],
    ["the state folder", text(`{".openapi-actions/manifest-0123abcd.json": "${hash}"}`)],
    ["no hash", text(`{"a.ts": 1}`)],
    ["a short hash", text(`{"a.ts": "sha256:abc"}`)],
    ["a list of files", text(`["a.ts"]`)],
    ["no files", text("null")],
    ["no contract", text("{}", `"generator": "openapi-actions 0.1.0", "contract": 1`)],
    ["cut text", `{\n  "generator": "openapi-actions 0.1.0",\n  "contr`],
    ["merge markers", `{\n  "generator": "openapi-actions 0.1.0",\n<<<<<<< HEAD\n}`],
  ])("rejects as damaged: %s", (_, damaged) => {
    expect(parseManifest(damaged, "out/manifest.json")).toMatchObject({
      code: "output-manifest",
      severity: "error",
      location: { path: "out/manifest.json", line: 1, column: 1 },
    });
  });

  it.each(["", "{}", "[]", "null", "1", "no JSON", `{"generator": "kubb 4"}`, `{"generator": {"a": "openapi-actions 0.1.0"}}`])(
    "treats anything else as a foreign file: %s",
    (foreign) => expect(parseManifest(foreign, "manifest.json")).toMatchObject({ code: "output-foreign-file" }),
  );
});
