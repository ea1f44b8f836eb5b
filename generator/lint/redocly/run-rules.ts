import type { LoadedContract } from "../../document/load-contract.js";
import { chosenRules } from "./chosen-rules.js";
import { resolveClosed } from "./closed-references.js";
import { extendTypes } from "./extend-types.js";
import { guardVisitors, reasonOf, type RuleFailure, type RunningRule } from "./guard-visitors.js";
import type { NodeType, Problem, RedoclyDocument, RedoclyEngine, Visitors } from "./redocly-types.js";
import { runLimited } from "./run-limited.js";

/** What a run found, and the rules that couldn't do their work. */
export interface RuleFindings {
  readonly problems: readonly Problem[];
  readonly failures: readonly RuleFailure[];
}

export interface RedoclyOptions {
  /** Milliseconds that the rules may take on a small document; larger ones get more. */
  readonly timeLimit?: number;
}

const mostRuns = 4;
const usualLimit = 8_000;
/** More time for more text, so that no honest document ever reaches the limit. */
const millisecondsPerCharacter = 0.01;

/** Runs Redocly's recommended rules over a closed document; a rule that takes too long is left out of a second run. */
export function runRules(engine: RedoclyEngine, contract: LoadedContract, options: RedoclyOptions = {}): RuleFindings {
  const specVersion = String(contract.document["openapi"]).startsWith("3.0.") ? "oas3_0" : "oas3_1";
  const ownTypes = specVersion === "oas3_0" ? engine.Oas3Types : engine.Oas3_1Types;
  const extended = extendTypes(withoutVendorExtensions(ownTypes), contract.extensionPrefix);
  const types = engine.normalizeTypes(extended, { doNotResolveExamples: true });
  // The name is never shown; one that never varies keeps the machine's paths out of ids and messages.
  const document: RedoclyDocument = { source: new engine.Source("/openapi.json", ""), parsed: contract.document };
  const resolvedRefMap = resolveClosed(document, engine);
  const characters = contract.files.reduce((sum, file) => sum + file.text.length, 0);
  const limit = (options.timeLimit ?? usualLimit) + Math.ceil(characters * millisecondsPerCharacter);
  const tooSlow = new Set<string>();
  const isLeftOut = (ruleId: string) => tooSlow.has(ruleId);

  for (let run = 1; ; run++) {
    const problems: Problem[] = [];
    const failures = [...tooSlow].map(slowFailure);
    const running: RunningRule = { id: undefined };
    const normalizedVisitors: Visitors = engine.normalizeVisitors(chosenRules(engine, specVersion, isLeftOut), types);
    guardVisitors(normalizedVisitors, running, (failure) => failures.push(failure));
    const ctx = { problems, specVersion, visitorsData: {} } as const;
    let isDone = true;
    try {
      const rootType = types["Root"]!;
      isDone = runLimited(limit, () => engine.walkDocument({ document, rootType, normalizedVisitors, resolvedRefMap, ctx }));
    } catch (error) {
      failures.push({ pointer: "#/", reason: reasonOf(error) });
    }
    if (isDone) return { problems, failures };
    if (running.id === undefined || run === mostRuns) return { problems, failures: [...failures, slowFailure(running.id)] };
    tooSlow.add(running.id);
  }
}

function slowFailure(ruleId: string | undefined): RuleFailure {
  return { ...(ruleId !== undefined && { ruleId }), pointer: "#/", reason: "it takes too long" };
}

/** Redocly knows the shape of some `x-` keys, its own ones above all; what they hold is not this tool's business. */
function withoutVendorExtensions(types: Readonly<Record<string, NodeType>>): Record<string, NodeType> {
  const isOwn = ([key]: [string, unknown]) => !key.startsWith("x-");
  return Object.fromEntries(
    Object.entries(types).map(([name, type]) => {
      const properties = Object.fromEntries(Object.entries(type.properties).filter(isOwn)) as NodeType["properties"];
      return [name, { ...type, properties }];
    }),
  );
}
