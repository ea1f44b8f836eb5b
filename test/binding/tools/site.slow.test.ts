import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { compile } from "../../../generator/compile.js";
import { readTemplate } from "../../../generator/package.js";
import { temporaryFolder } from "../../support/command-line.js";
import { typeCheckNatively } from "../../support/type-check.js";
import { machines, pumps, volumes } from "./bound-contracts.js";
import { siteOf } from "../../tools/site/build-site.js";

test.each(Object.entries({ machines, pumps, volumes }))("client and handler examples of %s compile", async (_, text) => {
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(path.join(folder, "openapi.yaml"), text);
  const { files } = await compile("openapi.yaml", { workingFolder: folder, template: readTemplate });
  for (const file of files ?? []) {
    const target = path.join(folder, "generated", file.path);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, file.text);
  }
  let count = 0;
  for (const { path: file, text: page } of await siteOf("openapi.yaml", folder)) {
    for (const label of ["Client", "Handler"]) {
      const code = file.endsWith(".md") ? new RegExp(`^${label}:\n\n\`\`\`ts\n([^]*?)\n\`\`\``, "m").exec(page)?.[1] : undefined;
      if (code === undefined) continue;
      const results = /^const (response|\{ [^}]* \}) = await/m.exec(code)?.[1];
      const used = results === undefined ? "" : `\nexport { ${results.replace(/[{} ]+/g, " ").trim()} };\n`;
      writeFileSync(path.join(folder, `${file.replace(/\W+/g, "_")}_${label}.ts`), code + used);
      count++;
    }
  }
  expect(count).toBeGreaterThan(4);
  expect(await typeCheckNatively(folder)).toBe("");
});
