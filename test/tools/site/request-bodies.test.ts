import { expect, test } from "vitest";
import { repositoryPath } from "../../support/repository.js";
import { fileOf, siteOf } from "./build-site.js";

/** A section of the page of an action, of a contract whose requests name actions in their bodies. */
async function section(contract: string, action: string, heading: string): Promise<string> {
  const site = await siteOf(`${contract}.yaml`, repositoryPath("test/selectors/contracts"));
  const [, text = ""] = fileOf(site, `actions/${action}.md`).split(`\n## ${heading}\n\n`);
  return text.split("\n## ")[0]!.trim();
}

test("a page says where the body of an action is in that of the request", async () => {
  expect(await section("json-rpc", "ledger/transfer", "Body")).toMatch(/^It is at `\/params` of the body of the request:\n/);
  expect(await section("json-rpc", "ledger/balance", "Body")).toBe(
    "It takes no input: only `{}` is valid at `/params` of the body of the request.",
  );
  expect(await section("lists", "alias/add", "Body")).toMatch(
    /^It is in an item of `\/batch\/actions` of the body of the request:\n/,
  );
});

test("members that name the action are told beside its own fields", async () => {
  expect(await section("lists", "alias/add", "Body")).toMatch(/\nNo other fields besides `do`, which is `add`\.$/);
});

test("common members are beside the action's own body and constants", async () => {
  expect(await section("members", "machine/resize", "Common members")).toMatch(/\nNo other fields besides `resize`/);
});
