import { compare, type Location } from "../../../diagnostics/diagnostic.js";
import type { Report } from "../../../diagnostics/report.js";
import { report } from "../diagnostics.js";
import { parseJson } from "../../../document/parse-json.js";
import { parseYaml } from "../../../document/parse-yaml.js";
import { locationAt, Places, type SourceFile } from "../../../document/source.js";
import type { ExchangeContract } from "../exchange-contract.js";
import { locate } from "../fixture/locate.js";
import { createMask } from "../mask.js";
import { checkRepresentation } from "./check-representation.js";
import { findRepresentations } from "./find-representations.js";

/** What all services of a type advertise together, and where one of them does. */
interface Advertised {
  readonly names: Set<string>;
  readonly place: Location | undefined;
}

/** Holds what services advertise against what the contract declares; returns how many services there are. */
export function checkCapabilities(contract: ExchangeContract, sources: readonly SourceFile[], problems: Report): number {
  const advertised = new Map<string, Advertised>();
  let count = 0;
  for (const source of sources) count += checkSource(contract, source, advertised, problems);
  for (const type of [...advertised.keys()].sort(compare)) {
    const { names, place } = advertised.get(type)!;
    for (const action of contract.actions.get(type)!.keys()) {
      if (!names.has(action)) report(problems, "capability-unadvertised", { type, action }, place);
    }
  }
  return count;
}

function checkSource(
  contract: ExchangeContract,
  source: SourceFile,
  advertised: Map<string, Advertised>,
  problems: Report,
): number {
  const places = new Places();
  const root = /\.ya?ml$/i.test(source.path) ? parseYaml(source, places, problems) : parseJson(source, places, problems);
  if (root === undefined) return 0;
  const representations = findRepresentations(root);
  if (representations.length === 0) report(problems, "capability-shape", {}, locationAt(source, 0));
  const mask = createMask(source, places, root, { known: new Set(), containers: new Set() });
  for (const representation of representations) {
    const at = (pointer: string, rule = "") => mask(locate(places, representation.service, pointer, rule));
    const names = checkRepresentation(contract, representation, at, problems);
    if (!names) continue;
    const before = advertised.get(representation.type)?.names ?? [];
    advertised.set(representation.type, { names: new Set([...before, ...names]), place: at("/capabilities/actions", "unknown") });
  }
  return representations.length;
}
