import { writeFileSync } from "node:fs";
import path from "node:path";
import { buildDocs, buildSite } from "../../../generator/tools/site/build-docs.js";
import { createVersion } from "../../../generator/tools/diff/contract/contract-version.js";
import { diffContracts } from "../../../generator/tools/diff/diff-contracts.js";
import type { DocsOptions } from "../../../generator/tools/site/options.js";
import type { OutputFile } from "../../../generator/typescript/output-file.js";
import type { JsonObject } from "../../../generator/document/json-value.js";
import { loadContract, type LoadedContract } from "../../../generator/document/load-contract.js";
import { buildContract } from "../../../generator/model/build-contract.js";
import { readTemplate } from "../../../generator/package.js";
import { everyConstruct } from "../../robustness/every-construct.js";
import { textPositions } from "../../robustness/text-positions.js";
import { temporaryFolder } from "../../support/command-line.js";

/** Runs or loads something wherever text can become HTML: between tags, in attributes, in scripts and styles, in Markdown. */
const payload = [
  "<script>hit()</script>",
  "<img src=x onerror=hit()>",
  "\"'><svg onload=hit()>",
  "</title></code></style><iframe src=javascript:hit()></iframe>",
  "![i](https://outside.example/i.png)",
  "[l](javascript:hit()) <javascript:hit()>",
].join(" ");

const document: JsonObject = {
  ...everyConstruct,
  "x-platform-lifecycle": {
    states: { stopped: { description: "Off.", types: ["machine"] }, running: {} },
    transitions: [
      { from: null, event: "make", to: "stopped" },
      { from: "stopped", event: "start", to: "running" },
    ],
    plans: { machine: { large: "More.", small: "Less." } },
  },
};

/** A site with hostile text at every position from which text reaches it, how many these are, and the same text elsewhere. */
export interface HostileSite {
  readonly site: OutputFile[];
  readonly planted: number;
  readonly withForms: OutputFile[];
  /** As a version after one without this text: almost everything has changed. */
  readonly versions: OutputFile[];
}

export function hostileSite(): HostileSite {
  let [current, site, planted] = [document, build(document)!, 0];
  for (let index = 0; index < textPositions(current).length; index++) {
    const position = textPositions(current)[index]!;
    const candidate = position.put(`${mark(planted)} ${payload}`);
    const built = build(candidate);
    // Text that is part of a contract's structure takes other text away with it, or is refused.
    if (!built || !hasMarks(built, planted + 1)) continue;
    [current, site, planted] = [candidate, built, planted + 1];
  }
  return { site, planted, withForms: build(current, { tryIt: true })!, versions: buildVersions(current) };
}

function buildVersions(hostile: JsonObject): OutputFile[] {
  const [after, before] = [load(hostile)!, load(document)!];
  const changes = diffContracts({ before: createVersion("before", before), after: createVersion("after", after) });
  // Whatever the texts are, the pages of these two have the same place.
  const operation = (loaded: LoadedContract) => buildContract(loaded).operations[0]!;
  const [old, now] = [operation(before), operation(after)].map(
    ({ method, path: url }) => ({ kind: "operation", role: "api", method, path: url }) as const,
  );
  const renamed = { ...changes[0]!, subjects: [{ before: old!, after: now! }] };
  const versions = [
    { contract: buildContract(after), source: after, name: payload, released: "2026-11-29", changes: [renamed, ...changes] },
    { contract: buildContract(before), source: before, name: `${payload} 1` },
  ];
  return buildSite(versions, { siteUrl: "https://docs.example.com" }, { template: readTemplate }).files;
}

function mark(number: number): string {
  return `mark${number}x`;
}

function hasMarks(site: readonly OutputFile[], count: number): boolean {
  const text = site.map((file) => file.text).join();
  return Array.from({ length: count }, (_, number) => mark(number)).every((name) => text.includes(name));
}

const folder = temporaryFolder();

/** The site of a document that lint would refuse; absent where the loader does. */
function build(from: JsonObject, options: DocsOptions = {}): OutputFile[] | undefined {
  const contract = load(from);
  return contract && buildDocs(buildContract(contract), contract, options, { template: readTemplate });
}

function load(from: JsonObject): LoadedContract | undefined {
  writeFileSync(path.join(folder, "openapi.json"), JSON.stringify(from));
  return loadContract("openapi.json", { workingFolder: folder }).contract;
}
