import { describe, expect, it } from "vitest";
import { isRevealing } from "../../generator/document/reveals.js";

describe("isRevealing", () => {
  it("respects the mark of the operation", () => {
    expect(isRevealing({ "x-acme-reveal": true }, {}, "acme")).toBe(true);
    expect(isRevealing({ "x-acme-reveal": true }, {}, "platform")).toBe(false);
    expect(isRevealing({ "x-acme-reveal": "true" }, {}, "acme")).toBe(false);
  });

  it("recognizes the scope, in any requirement", () => {
    expect(isRevealing({ security: [{ key: [] }, { token: ["service:read", "service:reveal"] }] }, {}, "platform")).toBe(true);
    expect(isRevealing({ security: [{ token: ["reveal:service"] }] }, {}, "platform")).toBe(false);
  });

  it("falls back to the document's requirements only if the operation has none", () => {
    const document = { security: [{ token: ["service:reveal"] }] };
    expect(isRevealing({}, document, "platform")).toBe(true);
    expect(isRevealing({ security: [] }, document, "platform")).toBe(false);
  });
});
