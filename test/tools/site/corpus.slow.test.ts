import { readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { corpus, hasCorpus, toleratingResults } from "../../support/corpus.js";
import { siteOf } from "./build-site.js";
import { brokenLinks } from "./links.js";

const folder = path.join(corpus, "actions");
const isThere = hasCorpus("actions");
const names = isThere ? readdirSync(folder).filter((file) => /^[^.]+\.json$/.test(file)) : ["(no corpus)"];

describe.skipIf(!isThere).each(names)("%s", (name) => {
  test("has a site without broken links", async () => {
    const site = await siteOf(name, folder, {}, toleratingResults);
    expect(site.filter((file) => /^actions\/[^/]+\/(?!index)[^/]+\.html$/.test(file.path)).length).toBeGreaterThan(0);
    expect(brokenLinks(site)).toEqual([]);
  });
});
