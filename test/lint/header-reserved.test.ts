import { describe, expect, it } from "vitest";
import { contract, findings } from "./lint-text.js";

describe("header-reserved", () => {
  it("reports parameters for headers that OpenAPI describes elsewhere, or that the connection sets", () => {
    expect(
      findings(
        "header-reserved",
        contract({
          paths: `
      /a:
        parameters:
          - { name: content-type, in: header, schema: {} }
          - { name: Accept, in: query, schema: {} }
        get:
          parameters:
            - { name: Authorization, in: header, schema: {} }
            - { name: Accept, in: header, schema: {} }
            - { name: HOST, in: header, schema: {} }
            - { name: Accept-Language, in: header, schema: {} }
    `,
        }),
      ),
    ).toEqual([
      '[content-type] warning the parameter for the header "content-type" is ignored: the media types of the request body describe it',
      '[Authorization] warning the parameter for the header "Authorization" is ignored: security schemes describe it',
      '[Accept] warning the parameter for the header "Accept" is ignored: the media types of the responses describe it',
      '[HOST] warning the parameter for the header "HOST" is omitted from clients, which cannot set it',
    ]);
  });
});
