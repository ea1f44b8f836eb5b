import { createFileNamer, fileName } from "../../../model/names.js";
import type { ExchangeContract } from "../exchange-contract.js";
import { operationsFolder, targetOfPath, type NamedTarget } from "../fixture/layout.js";
import type { PlannedFile } from "./planned.js";

type Place = Pick<PlannedFile, "path" | "target">;

/** Where the fixtures of each action and operation go. */
export interface FixturePlaces {
  action(type: string, name: string): Place;
  operation(id: string): Place;
}

/** Names a file for each action and operation of a contract. One that can't have the name of what it calls says it inside. */
export function placeFixtures(contract: ExchangeContract): FixturePlaces {
  const folders = new Map<string, (wanted: string) => string>();
  const place = (folder: string, name: string, target: NamedTarget): Place => {
    let unique = folders.get(folder);
    if (!unique) folders.set(folder, (unique = createFileNamer([])));
    const path = `${folder}/${unique(fileName(name, "_"))}.yaml`;
    const named = targetOfPath(path, contract);
    const isNamed =
      named.operation === target.operation && named.service_type === target.service_type && named.action === target.action;
    return isNamed ? { path } : { path, target };
  };
  const actions = new Map<string, Place>();
  for (const [type, list] of contract.actions) {
    for (const name of list.keys())
      actions.set(`${type}.${name}`, place(fileName(type, "_"), name, { service_type: type, action: name }));
  }
  const operations = new Map<string, Place>();
  for (const id of contract.endpoints.keys()) operations.set(id, place(operationsFolder, id, { operation: id }));
  return { action: (type, name) => actions.get(`${type}.${name}`)!, operation: (id) => operations.get(id)! };
}
