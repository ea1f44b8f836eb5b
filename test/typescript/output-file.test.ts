import { expect, test } from "vitest";
import { bytesOf, keepAsBytes } from "../../generator/typescript/output-file.js";

const text = "export const a = '…é\u{1f600}';\n";

test("a file that is kept as bytes has the same properties", () => {
  const file = { path: "a.ts", text, checked: "template" } as const;
  const kept = keepAsBytes(file);
  expect(kept).toEqual(file);
  expect({ ...kept }).toEqual(file);
  expect(JSON.stringify(kept)).toBe(JSON.stringify(file));
  expect(Buffer.from(bytesOf(kept)).toString()).toBe(text);
});

test("its bytes are made once", () => {
  const kept = keepAsBytes({ path: "a.ts", text });
  expect(bytesOf(kept)).toBe(bytesOf(kept));
  expect(keepAsBytes(kept)).toBe(kept);
});

test("a copy with another text has the bytes of that text", () => {
  const copy = { ...keepAsBytes({ path: "a.ts", text }), text: "other" };
  expect(Buffer.from(bytesOf(copy)).toString()).toBe("other");
});
