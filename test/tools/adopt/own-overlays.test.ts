import { renameSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { loadContract } from "../../../generator/document/load-contract.js";
import { at, folderWith } from "../../document/load-text.js";
import { runCli } from "../../support/command-line.js";
import { done, openapi } from "./adopted.js";

const text = (...names: readonly string[]) =>
  openapi(names.map((name) => `/disks/{id}:${name}: { post: { responses: { ${done} } } }`).join("\n"));
const map = "$.paths['/disks/{id}:{action}'].post['x-platform-disk-actions']";

/** Adopts `wipe` and `scan`, adds an overlay of the user's, and removes `wipe`; returns the actions that remain. */
async function afterRemoval(target: string, update: string) {
  const folder = folderWith({
    "a.yaml": text("wipe", "scan"),
    "b.yaml": text("scan"),
    "own.yaml": `overlay: 1.1.0\ninfo: { title: Own, version: "1" }\nactions:\n  - { target: "${target}", update: ${update} }\n`,
  });
  await runCli(folder, ["adopt", "a.yaml"]);
  const load = () => {
    const overlays = ["a.overlay.yaml", "own.yaml"];
    const { contract, diagnostics } = loadContract("a.yaml", { workingFolder: folder, overlays, untypedObjects: "any" });
    const actions = at(contract!.document, "paths", "/disks/{id}:{action}", "post", "x-platform-disk-actions") as object;
    return { actions, unmatched: diagnostics.filter(({ location }) => location?.path === "own.yaml").map(({ code }) => code) };
  };
  expect(load()).toMatchObject({ actions: { wipe: { label: "Wipe it" }, scan: {} }, unmatched: [] });
  renameSync(path.join(folder, "b.yaml"), path.join(folder, "a.yaml"));
  return load();
}

describe("an overlay of the user's that changes an adopted action", () => {
  it("doesn't keep it if it targets the action", async () => {
    expect(await afterRemoval(`${map}.wipe`, "{ label: Wipe it }")).toEqual({
      actions: { scan: {} },
      unmatched: ["overlay-unmatched"],
    });
  });

  it("creates it again if it targets the map", async () => {
    expect(await afterRemoval(map, "{ wipe: { label: Wipe it } }")).toMatchObject({ actions: { wipe: { label: "Wipe it" } } });
  });
});
