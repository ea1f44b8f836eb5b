import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { curlLine } from "../../../../generator/tools/exchanges/conformance/http.js";

test("a body with line ends and quotes is one word that a shell reads as it was sent", () => {
  const text = 'a\r\nContent-Disposition: form-data; name="it\'s"\\\r\n\r\nÄ\u202E\n';
  const request = { method: "POST", target: "/", headers: {}, body: new TextEncoder().encode(text) };
  const line = curlLine("http://api.invalid", request, new Map());
  expect(line).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  const word = line.slice(line.indexOf("--data-binary ") + "--data-binary ".length);
  expect(
    execFileSync("bash", ["-c", `printf %s ${word}; printf .`], { encoding: "utf8", env: { ...process.env, LC_ALL: "C.UTF-8" } }),
  ).toBe(`${text}.`);
});
