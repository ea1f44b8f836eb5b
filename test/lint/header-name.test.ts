import { describe, expect, it } from "vitest";
import { contract, findings } from "./lint-text.js";

describe("header-name", () => {
  it("accepts tokens", () => {
    expect(
      findings(
        "header-name",
        contract({
          paths: `
      /a:
        get:
          parameters: [{ name: X-Request-Id, in: header, schema: {} }, { name: "a b", in: query, schema: {} }]
          responses: { "200": { description: Ok., headers: { x_y.z!: { schema: {} } } } }
    `,
        }),
      ),
    ).toEqual([]);
  });

  it("rejects what HTTP can't send, wherever a header is named", () => {
    expect(
      findings(
        "header-name",
        contract({
          paths: `
        /a:
          post:
            parameters: [{ name: "X-A\\r\\nSet-Cookie: a", in: header, schema: {} }]
            requestBody: { content: { multipart/form-data: { schema: {}, encoding: { file: { headers: { "X:A": {} } } } } } }
            responses: { "200": { description: Ok., headers: { "X A": {} } } }
      `,
          components: `parameters: { P: { name: "", in: header, schema: {} } }\nheaders: {}`,
        }),
      ),
    ).toEqual([
      '["X-A\\r\\nSet-Cookie: a"] error "X-A\\r\\nSet-Cookie: a" is not allowed as the name of an HTTP header',
      '["X:A"] error "X:A" is not allowed as the name of an HTTP header',
      '["X A"] error "X A" is not allowed as the name of an HTTP header',
      '[""] error "" is not allowed as the name of an HTTP header',
    ]);
  });

  it("rejects such a name of an API key", () => {
    const yaml = contract().replace(
      "token: { type: http, scheme: bearer }",
      'token: { type: apiKey, in: header, name: "X Key" }',
    );
    expect(findings("header-name", yaml)).toEqual(['["X Key"] error "X Key" is not allowed as the name of an HTTP header']);
  });
});
