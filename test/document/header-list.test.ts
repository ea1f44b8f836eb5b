import fc from "fast-check";
import { expect, test } from "vitest";
import { listElements } from "../../generator/document/header-list.js";

test.each<[text: string, elements: string[]]>([
  ["", [""]],
  ["a", ["a"]],
  [" a ,b;c ,, ", ["a", "b;c", "", ""]],
  ['a="b,c", d', ['a="b,c"', "d"]],
  ['a="b\\",c", d', ['a="b\\",c"', "d"]],
  ['a="b\\\\",c', ['a="b\\\\"', "c"]],
  ['a="b\nc,d",e', ['a="b\nc,d"', "e"]],
  ['a="never, closed', ['a="never, closed']],
  ['a="never, closed\\', ['a="never, closed\\']],
])("the elements of %j", (text, elements) => {
  expect(listElements(text)).toEqual(elements);
});

test("several separators", () => {
  expect(listElements('a; b="c;d", e', ",;")).toEqual(["a", 'b="c;d"', "e"]);
});

test("without quotes and blanks they are what is between the separators", () => {
  const property = fc.property(fc.stringMatching(/^[a-z,;\\]*$/), (text) => {
    expect(listElements(text)).toEqual(text.split(","));
  });
  fc.assert(property);
});
