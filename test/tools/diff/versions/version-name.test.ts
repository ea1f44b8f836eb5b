import { expect, test } from "vitest";
import { parseVersionName } from "../../../../generator/tools/diff/versions/version-name.js";

test.each([
  ["spec/openapi.yaml", { kind: "file", path: "spec/openapi.yaml" }],
  ["C:/spec/openapi.yaml", { kind: "file", path: "C:/spec/openapi.yaml" }],
  ["github:main", { kind: "file", path: "github:main" }],
  ["git:main", { kind: "git", ref: "main", path: undefined }],
  ["git:v1.2.0:spec/openapi.yaml", { kind: "git", ref: "v1.2.0", path: "spec/openapi.yaml" }],
  ["git:main:", { kind: "git", ref: "main", path: "" }],
  ["git:HEAD~1:a:b.yaml", { kind: "git", ref: "HEAD~1", path: "a:b.yaml" }],
  ["git:main@{2026-01-01 12:00}:spec", { kind: "git", ref: "main@{2026-01-01 12:00}", path: "spec" }],
  ["git:--output=x", { kind: "git", ref: "--output=x", path: undefined }],
])("%s", (text, expected) => {
  expect(parseVersionName(text)).toEqual(expected);
});
