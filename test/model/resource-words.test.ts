import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { compile, model } from "../../generator/compile.js";
import { commonNoun, resourceWords, withArticle } from "../../generator/model/resource-words.js";
import { readTemplate } from "../../generator/package.js";
import { temporaryFolder } from "../support/command-line.js";
import { fileOf, siteOf } from "../tools/site/build-site.js";

/** A contract with one action of each type, below the path of its resources. */
function contractOf(paths: Readonly<Record<string, string>>): string {
  const endpoints = Object.entries(paths).map(
    ([type, resource]) => `  ${resource}/actions/{action}:
    post:
      operationId: ${type}Action
      parameters:
        - { name: action, in: path, required: true, schema: { type: string, maxLength: 20 } }
        - { name: ${/\{(\w+)\}/.exec(resource)![1]}, in: path, required: true, schema: { type: string, maxLength: 20 } }
      requestBody: { required: true, content: { application/json: { schema: { type: object } } } }
      responses:
        "200": { description: Done., content: { application/json: { schema: { type: object } } } }
      x-platform-${type}-actions:
        stop: { label: Stop, summary: Stop it., readOnly: true }
`,
  );
  const folder = temporaryFolder();
  const lifecycle =
    "{ states: { idle: { description: Waits. }, busy: { description: Works. } }, transitions: [{ from: idle, event: start, to: busy }] }";
  const text = `openapi: 3.1.0\ninfo: { title: Words, version: "1" }\nx-platform-lifecycle: ${lifecycle}\npaths:\n${endpoints.join("")}`;
  writeFileSync(path.join(folder, "openapi.yaml"), text);
  return folder;
}

test.each([
  ["arm", "/robots/{robot_id}", "robot", "robots of type arm", "a robot"],
  ["robot", "/robots/{id}", "robot", "robots", "a robot"],
  ["gps", "/batteries/{id}", "battery", "batteries of type gps", "a battery"],
  ["boxes", "/boxes/{box_id}", "box", "boxes", "a box"],
  ["arm", "/engines/{engine}", "engine", "engines of type arm", "an engine"],
  ["vm", "/services/{service_id}", "service", "services of type vm", "a service"],
])("a %s at %s is a %s", async (type, resource, one, ofType, article) => {
  const { contract } = await model("openapi.yaml", { workingFolder: contractOf({ [type]: resource }) });
  expect(resourceWords(contract!.serviceTypes[0]!, contract!)).toEqual({ one, ofType });
  expect(withArticle(commonNoun(contract!))).toBe(article);
});

test("resources of several words have no word in common", async () => {
  const { contract } = await model("openapi.yaml", {
    workingFolder: contractOf({ arm: "/robots/{robot_id}", vm: "/hosts/{host_id}" }),
  });
  expect(contract!.serviceTypes.map((type) => resourceWords(type, contract!).one)).toEqual(["robot", "host"]);
  expect(commonNoun(contract!)).toBe("service");
});

test("an API about robots says so in doc comments and pages, and nothing calls them services", async () => {
  const workingFolder = contractOf({ arm: "/robots/{robot_id}" });
  const { files } = await compile("openapi.yaml", {
    workingFolder,
    template: readTemplate,
    targets: ["types", "server", "client", "mcp"],
  });
  const own = files!.filter((file) => !file.path.startsWith("runtime/") && file.path.endsWith(".ts"));
  const comments = own.flatMap(({ text }) => text.match(/\/\*\*[^]*?\*\/|description: "[^"]*"/g) ?? []);
  expect(comments.filter((comment) => comment.includes("robots of type arm")).length).toBeGreaterThan(3);
  // The setting `service` keeps its name.
  const words = comments.map((comment) => comment.replaceAll(/`[^`]*`/g, ""));
  expect(words.filter((comment) => /\bservices?\b(?! types?\b)/i.test(comment))).toEqual([]);
  const site = await siteOf("openapi.yaml", workingFolder, { tryIt: true });
  expect(fileOf(site, "lifecycle.md")).toContain("Life cycle of a robot");
  const pages = site.filter((file) => file.path.endsWith(".md")).map(({ text }) => text);
  expect(pages.flatMap((text) => text.match(/.*\bservices?\b(?! types?\b).*/gi) ?? [])).toEqual([]);
});
