import { cpSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { OutputFile } from "../../../generator/typescript/output-file.js";
import { createControlPlane, projectId, serviceIds } from "../../server/control-plane.js";
import { examples } from "../../server/examples.js";
import { listen } from "../../server/listen.js";
import { temporaryFolder } from "../../support/command-line.js";
import { repositoryPath } from "../../support/repository.js";
import { typeCheckNatively } from "../../support/type-check.js";
import { fileOf, ownSite } from "./build-site.js";

/** The block of code below a label of a Markdown page. */
function codeBelow(page: string, label: string): string | undefined {
  return allCodeBelow(page, label)[0];
}

/** The code below each label of this text. */
function allCodeBelow(page: string, label: string): string[] {
  const pattern = `^${label.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}:\n\n\`\`\`\\w+\n([^]*?)\n\`\`\``;
  return [...page.matchAll(new RegExp(pattern, "gm"))].map(([, code]) => code!);
}

let site: OutputFile[];

beforeAll(async () => {
  site = await ownSite();
});

test("client and handler examples of all actions and operations compile", async () => {
  const folder = temporaryFolder();
  cpSync(repositoryPath("generated"), path.join(folder, "generated"), { recursive: true });
  writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
  const written: string[] = [];
  for (const { path: file, text } of site) {
    for (const label of ["Client", "Handler"]) {
      (file.endsWith(".md") ? allCodeBelow(text, label) : []).forEach((code, index) => {
        const results = /^const (response|outcome|\{ status, result \}) =/m.exec(code)?.[1];
        // Compilers of users may object to what nobody uses.
        const used = results === undefined ? "" : `\nexport { ${results.replace(/[{} ]+/g, " ").trim()} };\n`;
        const name = `${file.replace(/\W+/g, "_")}_${label}${index}.ts`;
        writeFileSync(path.join(folder, name), code + used);
        written.push(name);
      });
    }
  }
  const followed = site.filter(({ path: file, text }) => /^actions.*\.md$/.test(file) && text.includes("createClient, follow }"));
  expect(followed.length).toBeGreaterThan(10);
  expect(written).toHaveLength(2 * examples.length + 5 + followed.length);
  expect(await typeCheckNatively(folder)).toBe("");
});

describe.each(examples)("$type $action", ({ type, action, body, plans, states }) => {
  test("shows what the generated server returns", async () => {
    const page = fileOf(site, `actions/${type}/${action}.md`);
    const json = (label: string) => JSON.parse(codeBelow(page, label)!) as unknown;
    const plane = createControlPlane();
    const id = serviceIds[type as keyof typeof serviceIds];
    const stored = plane.services.get(id)!;
    plane.services.set(id, { ...stored, plan: plans?.[0] ?? stored.plan, status: states?.[0] ?? stored.status });
    const { send } = await listen(plane.server);
    const address = `/v1/projects/${projectId}/services/${id}/actions/${action}`;

    const refused = await send("POST", address, { body: json("Invalid body") });
    expect([refused.status, refused.json]).toEqual([400, json("Response to the invalid body: 400")]);

    const taken = await send("POST", address, { body: json("Valid body") });
    expect(json("Valid body")).toEqual(body);
    expect(taken.json).toEqual(json(`Response: ${taken.status}`));
  });
});
