import { expect, test } from "vitest";
import { contract, findings } from "./lint-text.js";

test("a format with other characters than names have is refused", () => {
  expect(findings("format-name", contract({ schemas: `Pet: { type: string, format: "uuid']+alert()+['" }` }))).toEqual([
    `["uuid']+alert()+['"] error "uuid']+alert()+['" can't be the name of a format`,
  ]);
  expect(findings("format-name", contract({ schemas: "Pet: { type: string, format: __proto__ }" }))).toEqual([
    '[__proto__] error "__proto__" can\'t be the name of a format',
  ]);
});

test("unknown names are no matter of this rule", () => {
  expect(findings("format-name", contract({ schemas: "Pet: { type: string, format: vendor_v1.2+x:y-z }" }))).toEqual([]);
});
