import { parsePathTemplate } from "../../../../document/path-template.js";
import { type CallTarget, nameOf } from "../../find-target.js";
import { isRevealing } from "../../secrets/find-secrets.js";
import type { CaseSource, Check } from "../case.js";
import { pathWithin, requestFor } from "../requests.js";
import { atLeast, effectOf, effects, placeOf } from "../targets.js";
import { Skipped, type Trial } from "../trial.js";

/** What an operation or action reveals occurs in no other response about the same thing: each response is searched for it. */
export const secrets: Check = function* (source) {
  for (const target of source.targets) {
    if (!isRevealing(target, 200)) continue;
    const name = nameOf(target);
    for (const effect of effects) {
      const others = source.targets.filter((other) => effectOf(other) === effect && isAboutSame(target, other));
      if (others.length === 0) continue;
      yield {
        id: `secret/${name}/${effect}`,
        name,
        title: `reveals what no other call shows that ${shows[effect]}`,
        code: "test-secret",
        place: placeOf(source.contract, target),
        effect: atLeast(effect, effectOf(target)),
        run: (trial) => tryOthers(source, trial, target, others),
      };
    }
  }
};

const shows = { read: "reads", write: "changes something", destructive: "destroys something" } as const;

/** Whether a call reveals nothing itself, and is about what another call is about, or about the list that has it. Removals show nothing. */
function isAboutSame({ endpoint: one, node }: CallTarget, other: CallTarget): boolean {
  const { path, method } = other.endpoint.operation;
  if (isRevealing(other, 200) || (method === "DELETE" && !other.node)) return false;
  if (node && other.node) return node.action.serviceType === other.node.action.serviceType;
  const known = new Set(parsePathTemplate(one.operation.path).parameters);
  const { parameters } = parsePathTemplate(path);
  return parameters.length > 0 && parameters.every((name) => known.has(name) || other.node !== undefined);
}

async function tryOthers(source: CaseSource, trial: Trial, target: CallTarget, others: readonly CallTarget[]): Promise<void> {
  const path = await source.world.pathOf(trial, target, { own: true });
  const revealed = await trial.call(target, requestFor(source, target, path));
  if (revealed.status >= 300) throw new Skipped(`what it reveals is not shown: ${revealed.status}`);
  const rejected: CallTarget[] = [];
  const call = async (other: CallTarget) => {
    const params = pathWithin(other.endpoint.operation, path);
    try {
      const { status } = await trial.call(other, requestFor(source, other, params));
      if (status === 409) rejected.push(other);
    } catch (error) {
      if (!(error instanceof Skipped)) throw error;
    }
  };
  for (const other of others) await call(other);
  // Those before may have put it in a state in which they run.
  for (const other of rejected.splice(0)) await call(other);
}
