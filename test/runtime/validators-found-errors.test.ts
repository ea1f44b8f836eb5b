import { expect, test } from "vitest";
import { type FoundErrors, listErrors } from "../../templates/runtime/validators/guard.js";

const error = (instancePath: string) => ({
  instancePath,
  schemaPath: "#",
  keyword: "k",
  params: {},
  message: "must be otherwise",
});

test("errors of parts stand where they were found, with the way to the part", () => {
  const inner: FoundErrors = [error(""), { path: "/c/0", errors: [error("/d")] }];
  const found: FoundErrors = [error("/a"), { path: "/b", errors: inner }, { path: "", errors: inner }, error("/e")];
  const paths = ["/a", "/b", "/b/c/0/d", "", "/c/0/d", "/e"];
  expect(listErrors(found, 100)).toEqual(paths.map(error));
  expect(inner).toEqual([error(""), { path: "/c/0", errors: [error("/d")] }]);
});

test("no more are listed than are wanted, and at least one", () => {
  const found: FoundErrors = [error("/a"), { path: "/b", errors: [error("/c"), error("/d")] }, error("/e")];
  expect(listErrors(found, 2).map(({ instancePath }) => instancePath)).toEqual(["/a", "/b/c"]);
  expect(listErrors(found, 0)).toEqual([error("/a")]);
});

test("errors that double at each level are not looked at one by one", () => {
  let found: FoundErrors = [error("")];
  for (let level = 0; level < 500; level++)
    found = [
      { path: "/l", errors: found },
      { path: "/r", errors: found },
    ];
  expect(listErrors(found, 3).map(({ instancePath }) => instancePath.slice(-6))).toEqual(["/l/l/l", "/l/l/r", "/l/r/l"]);
});
