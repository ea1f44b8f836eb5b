import { expect, test } from "vitest";
import { splitTarget } from "../../../templates/runtime/server/router.js";

test.each([
  ["/v1/a?b=c?d", "", "/v1/a", "b=c?d"],
  ["/v1/a", "", "/v1/a", ""],
  ["/v1/a?", "", "/v1/a", ""],
  ["/v1/a#b?c", "", "/v1/a", ""],
  ["/v1/a?b#c", "", "/v1/a", "b"],
  ["http://host:80/v1/a?b", "", "/v1/a", "b"],
  ["http://host", "", "/", ""],
  ["http://host?b", "", "/", "b"],
  ["*", "", "/", ""],
  ["", "", "/", ""],
  ["//evil/v1", "", "//evil/v1", ""],
  ["/api/v1/a?b", "/api", "/v1/a", "b"],
  ["/apiary/v1", "/api", undefined, ""],
  ["/api", "/api", undefined, ""],
])("%s below %s", (url, basePath, path, query) => {
  expect(splitTarget(url, basePath)).toEqual({ path, query });
});
