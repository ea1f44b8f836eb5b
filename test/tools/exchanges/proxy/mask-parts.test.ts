import path from "node:path";
import { expect, test } from "vitest";
import { readContract } from "../../../../generator/tools/exchanges/exchange-contract.js";
import { ExchangeMask } from "../../../../generator/tools/exchanges/proxy/record/mask-exchange.js";
import { shopContract } from "../shop-contract.js";
import { folderOf } from "../validate-texts.js";

const folder = folderOf({ "spec/openapi.yaml": shopContract });
const mask = new ExchangeMask(readContract(path.join(folder, "spec/openapi.yaml")), new Set());

const masked = (lines: readonly string[], type: string) => mask.body(lines.join("\r\n"), type, new Set()).split("\r\n");

test("secrets in the parts of a form are masked: by the names of parts, and within JSON", () => {
  const form = [
    "--b",
    'content-disposition: form-data; name="password"',
    "",
    "abc",
    "--b",
    'content-disposition: form-data; name="data"',
  ];
  expect(masked([...form, "", '{"password":"abc","a":1}', "--b--"], "multipart/form-data; boundary=b")).toEqual([
    ...form.with(3, "***"),
    "",
    '{"password":"***","a":1}',
    "--b--",
  ]);
});

test("secrets in the parts of a list are masked, also in parts of a part", () => {
  const json = ["content-type: application/json", "", '{\n"password": "abc"}'];
  const nested = ["--b", "content-type: multipart/mixed; boundary=c", "", "--c", ...json, "--c", "", "[1]", "--c--"];
  const all = [
    "--b",
    ...json,
    ...nested,
    "--b",
    "content-type: application/x-www-form-urlencoded",
    "",
    "password=abc&a=1",
    "--b--",
  ];
  expect(masked(all, "multipart/mixed; boundary=b").join("\n")).toBe(all.join("\n").replaceAll("abc", "***"));
});
