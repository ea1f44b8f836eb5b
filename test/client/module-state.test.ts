import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { repositoryPath } from "../support/repository.js";

// A server that renders pages and a worker at the edge share modules between the requests of all users.

// A `WeakMap` is reachable with its key alone, which belongs to a user.
test.each(["templates/runtime/client", "generated/client"])("no module of %s has state", (folder) => {
  for (const file of readdirSync(repositoryPath(folder))) {
    const text = readFileSync(repositoryPath(path.join(folder, file)), "utf8");
    const state = text.match(/^(?:export )?(?:let|var) .*|^(?:export )?const [^(]*?= (?:new (?:Map|Set)|\[\];|\{\};).*/gm) ?? [];
    expect(state, file).toEqual([]);
  }
});
