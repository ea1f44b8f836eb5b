import { describe, expect, it } from "vitest";
import { contract, findings } from "./lint-text.js";

describe("header-reserved", () => {
  it("refuses parameters for headers that OpenAPI describes elsewhere", () => {
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
            - { name: Accept-Language, in: header, schema: {} }
    `,
        }),
      ),
    ).toEqual([
      '[content-type] error OpenAPI ignores a parameter for the header "content-type": the media types of the request body describe it',
      '[Authorization] error OpenAPI ignores a parameter for the header "Authorization": security schemes describe it',
      '[Accept] error OpenAPI ignores a parameter for the header "Accept": the media types of the responses describe it',
    ]);
  });
});
