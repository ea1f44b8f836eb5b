import { cpSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { temporaryFolder } from "../support/command-line.js";
import { repositoryPath } from "../support/repository.js";
import { startEditor, type Editor, type Position } from "./language-server.js";

const contractFile = "spec/openapi.yaml";
const contract = readFileSync(repositoryPath(`templates/init/${contractFile}`), "utf8");

let editor: Editor;

/** A project as `init` makes it. */
beforeEach(async () => {
  const project = temporaryFolder();
  cpSync(repositoryPath("templates/init/.vscode"), path.join(project, ".vscode"), { recursive: true });
  mkdirSync(path.join(project, "node_modules"));
  symlinkSync(repositoryPath("."), path.join(project, "node_modules/openapi-actions"));
  editor = await startEditor(project);
});

describe("a contract", () => {
  test("a mistyped key of an action is underlined until it is corrected", async () => {
    const text = contract.replace("          scopes: ", "          scpes: ");
    expect(await editor.open(contractFile, text)).toEqual([
      expect.objectContaining({ message: "Property scpes is not allowed.", range: from(text, "scpes") }),
    ]);
    expect(await editor.open(contractFile, contract)).toEqual([]);
  });

  test.each([
    ["idempotent: true", "idempotent: sometimes", "sometimes"],
    ["availability: { states: [active] }", "availability: { states: active }", "active }"],
    ["resize:", "re size:", "re size"],
  ])("%s written as %s is underlined", async (right, wrong, marked) => {
    const text = contract.replace(right, wrong);
    const [problem] = await editor.open(contractFile, text);
    expect(problem?.range.start).toEqual(startOf(text, marked));
  });

  test("missing keys of an action are offered", async () => {
    const text = contract.replace("          label: Restart\n", "          \n          label: Restart\n");
    await editor.open(contractFile, text);
    const offered = await editor.complete(contractFile, endOf(text, "        restart:\n          "));
    expect(offered).toEqual(expect.arrayContaining(["body", "destructive", "errors", "examples", "result", "statuses"]));
    expect(offered).not.toContain("label");
  });

  test("nested keys are offered, too", async () => {
    const text = contract.replace("availability: { states: [active, failed] }", "availability:\n            ");
    await editor.open(contractFile, text);
    expect((await editor.complete(contractFile, endOf(text, "availability:\n            "))).toSorted()).toEqual([
      "plans",
      "states",
    ]);
  });

  test("the word under the pointer is explained", async () => {
    await editor.open(contractFile, contract);
    expect(await editor.hover(contractFile, endOf(contract, "          idem"))).toContain("A second call changes nothing more.");
    expect(await editor.hover(contractFile, endOf(contract, "      x-platform-cache"))).toContain("actions");
  });
});

describe("a config", () => {
  const file = "openapi-actions.config.yaml";

  test("the output of init is valid, a mistyped setting is underlined", async () => {
    const text = readFileSync(repositoryPath(`templates/init/${file}`), "utf8");
    expect(await editor.open(file, text)).toEqual([]);
    const wrong = text.replace("input:", "inptu:");
    expect(await editor.open(file, wrong)).toEqual([
      expect.objectContaining({ message: "Property inptu is not allowed.", range: from(wrong, "inptu") }),
    ]);
  });

  test("levels of a severity are offered, and settings are explained", async () => {
    const text = "maxWarnings: 0\nseverities:\n  open-body: \n";
    await editor.open(file, text);
    expect((await editor.complete(file, endOf(text, "open-body: "))).toSorted()).toEqual(['"off"', "error", "warning"]);
    expect(await editor.hover(file, endOf(text, "maxWar"))).toContain("The number of warnings above which the run fails.");
  });
});

test("a fixture with a mistyped key is underlined", async () => {
  const text = "service_type: cache\naction: restart\nrequst: { body: {} }\nresponse: { status: 202 }\n";
  expect(await editor.open("fixtures/restart.yaml", text)).toContainEqual(
    expect.objectContaining({ message: "Property requst is not allowed.", range: from(text, "requst") }),
  );
});

/** A range that begins with a piece of a text. */
function from(text: string, piece: string): unknown {
  return expect.objectContaining({ start: startOf(text, piece) });
}

function startOf(text: string, piece: string): Position {
  const { line, character } = endOf(text, piece);
  return { line, character: character - piece.length };
}

/** The place right behind the first piece of a text that reads so. */
function endOf(text: string, piece: string): Position {
  const before = text.slice(0, text.indexOf(piece) + piece.length).split("\n");
  return { line: before.length - 1, character: before.at(-1)!.length };
}
