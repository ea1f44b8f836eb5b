import { cpSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { runCli, temporaryFolder } from "../../support/command-line.js";
import { repositoryPath } from "../../support/repository.js";
import { run } from "../run.js";

/** The options in Vue's composition API, rendered without a browser: a query, its pages and an action. */
const program = `
import assert from "node:assert/strict";
import { VueQueryPlugin, QueryClient, useInfiniteQuery, useMutation, useQuery } from "@tanstack/vue-query";
import { createSSRApp, defineComponent, h, onServerPrefetch } from "vue";
import { renderToString } from "vue/server-renderer";
import { createClient } from "./api/client/index.ts";
import { infiniteQueryOptions, mutationOptions, queryOptions } from "./api/query/index.ts";
import type { Bed, BedPage } from "./api/types.ts";

const client = createClient({
  baseUrl: "https://garden.example.com",
  fetch: async (url) => Response.json(String(url).endsWith("/beds/b") ? { id: "b", name: "Roses", kind: "raised" } : { beds: [] }),
});
const bed = { site_id: "a", bed_id: "b" };
const Page = defineComponent(() => {
  const one = useQuery(queryOptions(client, "getBed", bed));
  const pages = useInfiniteQuery(infiniteQueryOptions(client, "listBeds", { site_id: "a" }));
  const water = useMutation(mutationOptions(client.bed(bed), "water"));
  const typed: [Bed | undefined, BedPage[] | undefined] = [one.data.value, pages.data.value?.pages];
  // @ts-expect-error litres are a number
  const wrong = () => water.mutate({ litres: "1" });
  onServerPrefetch(() => one.suspense());
  return () => h("p", [one.data.value?.name, typeof wrong, typed.length]);
});
const app = createSSRApp(Page);
app.use(VueQueryPlugin, { queryClient: new QueryClient() });
assert.equal(await renderToString(app), "<p>Rosesfunction2</p>");
`;

test("Vue's queries take the options of the target query, in their types and when they run", async () => {
  const folder = temporaryFolder();
  const versions = ["@tanstack/vue-query@5.104.0", "vue@3.5.45", "typescript@5.9.3", "@types/node@20"];
  writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
  run(folder, "npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", ...versions]);
  cpSync(repositoryPath("test/emit/hovers/openapi.yaml"), path.join(folder, "openapi.yaml"));
  writeFileSync(path.join(folder, "main.ts"), program);
  const { code, stderr } = await runCli(folder, ["generate", "openapi.yaml", "--out", "api", "--only", "types,client,query"]);
  expect(code, stderr).toBe(0);
  const options = ["--strict", "--exactOptionalPropertyTypes", "--skipLibCheck", "--rewriteRelativeImportExtensions"];
  const target = ["--target", "es2022", "--module", "nodenext", "--lib", "es2022,dom,dom.iterable", "--outDir", "out", "main.ts"];
  expect(run(folder, "npx", ["--no", "--", "tsc", ...options, ...target])).toBe("");
  expect(run(folder, process.execPath, ["out/main.js"])).toBe("");
});
