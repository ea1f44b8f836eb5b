import { expect, test } from "vitest";
import { contract } from "../../lint/lint-text.js";
import { fileOf, siteOfText } from "./build-site.js";

const site = (actions: string, options = {}, operation = "") => siteOfText(contract({ actions, operation }), options);
const restart = "restart: { body: { type: object, additionalProperties: false, properties: { mode: { type: string } } } }";

test("an action of a type without plans and states names none", async () => {
  const page = fileOf(await site(restart), "actions/postgres/restart.md");
  expect(page).not.toMatch(/\*\*(?:States|Plans):/);
  const limited = fileOf(
    await site("restart: { availability: { plans: [pro] } }\nstop: { summary: Stop. }"),
    "actions/postgres/stop.md",
  );
  expect(limited).toContain("- **Plans:** all\n");
});

test("the matrix has a dash where services of a type have no plans, instead of an empty cell", async () => {
  const two = contract({ actions: "restart: { availability: { plans: [pro] } }\nstop: { summary: Stop. }" }).replace(
    "components:\n",
    "      x-platform-search-actions:\n        index: { summary: Index. }\ncomponents:\n",
  );
  const start = fileOf(await siteOfText(two), "index.md");
  expect(start).toMatch(/^\| \[index\]\(\S+\) \|.*\| – \|$/m);
  expect(start).toMatch(/^\| \[restart\]\(\S+\) \|.*\| yes \|$/m);
});

test("a parameter that is a list has the values of its items", async () => {
  const listed = "- { name: kind, in: query, schema: { type: array, maxItems: 3, items: { type: string, enum: [a, b] } } }";
  const text = contract({ actions: restart }).replace(
    "        - { name: service_id",
    `        ${listed}\n        - { name: service_id`,
  );
  expect(fileOf(await siteOfText(text), "operations/invokeAction.md")).toContain('each one of `"a"`, `"b"`');
});

test("handlers are shown, unless the site is for API consumers only", async () => {
  expect(fileOf(await site(restart), "actions/postgres/restart.html")).toContain("Handler");
  expect(fileOf(await site(restart, { hideHandlers: true }), "actions/postgres/restart.html")).not.toContain("Handler");
});
