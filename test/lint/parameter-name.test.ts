import { describe, expect, it } from "vitest";
import { contract, findings } from "./lint-text.js";

describe("parameter-name", () => {
  const named = (name: string, where = "query") =>
    findings(
      "parameter-name",
      contract({ paths: `/a: { get: { parameters: [{ name: ${JSON.stringify(name)}, in: ${where}, schema: {} }] } }` }),
    );

  it.each(["q", "filter[name]", "öôê", "q'${x}`", "constructor", "a b"])("accepts %s", (name) => {
    expect(named(name)).toEqual([]);
  });

  it.each(["", "a\nb", "a\u2028b", "a\u202eb", "a".repeat(201)])("rejects %j", (name) => {
    expect(named(name)).toHaveLength(1);
  });

  it("rejects __proto__ in queries, cookies, headers and components", () => {
    const finding = '[__proto__] error "__proto__" is not allowed as a parameter name';
    expect(
      findings(
        "parameter-name",
        contract({
          paths:
            "/a: { get: { parameters: [{ name: __proto__, in: query, schema: {} }, { name: __proto__, in: cookie, schema: {} }, { name: __proto__, in: header, schema: {} }] } }",
          components: "parameters: { P: { name: __proto__, in: path, required: true, schema: {} } }",
        }),
      ),
    ).toEqual([finding, finding, finding, finding]);
  });

  it.each(["a=b; Domain=evil", "a b", "a;b", "a,b", '"a"', "naïve"])("rejects %j in a cookie", (name) => {
    expect(named(name, "cookie")).toEqual([expect.stringContaining("is not allowed as a parameter name")]);
    const key = `{ type: apiKey, in: cookie, name: ${JSON.stringify(name)} }`;
    expect(findings("parameter-name", contract().replace("{ type: http, scheme: bearer }", key))).toHaveLength(1);
  });

  it.each(["session", "__Host-sid", "a.b", "constructor"])("accepts the cookie %s", (name) => {
    expect(named(name, "cookie")).toEqual([]);
  });

  it("leaves other names of headers to their own rule", () => {
    expect(named("", "header")).toEqual([]);
  });
});
