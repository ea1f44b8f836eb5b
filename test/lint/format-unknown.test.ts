import { expect, test } from "vitest";
import { contract, diagnosticsOf, findings } from "./lint-text.js";

test("an unknown format is reported once, with a suggestion", () => {
  const text = contract({ schemas: "Pet: { type: string, format: datetime }\nDog: { type: string, format: datetime }" });
  expect(findings("format-unknown", text)).toEqual([
    '[datetime] warning the format "datetime" is unknown, so it is not validated',
  ]);
  expect(diagnosticsOf("format-unknown", text)[0]?.hint).toBe('Did you mean "date-time"?');
});

test("checked formats and annotations are known", () => {
  expect(
    findings(
      "format-unknown",
      contract({ schemas: "Pet: { type: string, format: uuid }\nDog: { type: string, format: binary }" }),
    ),
  ).toEqual([]);
});

test.each(["MM/YYYY", "a date, as ISO 8601 has it", "uuid']+alert()+['", "__proto__", ""])(
  "a format may be named %j",
  (format) => {
    const schemas = `Pet: { type: string, format: ${JSON.stringify(format)} }`;
    expect(
      diagnosticsOf("format-unknown", contract({ schemas })).map(({ severity, message }) => `${severity} ${message}`),
    ).toEqual([`warning the format ${JSON.stringify(format)} is unknown, so it is not validated`]);
  },
);
