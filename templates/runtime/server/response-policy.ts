import { plainName } from "../facts.js";
import { type ValidationError, ownOf } from "../json.js";
import type { ResponsePolicy, WithPolicies } from "./application.js";
import type { AnyApplication, Call, ServerContract } from "./contract.js";
import { log } from "./failures.js";
import { type Judge, InvalidResponse, strict, violation } from "./responses.js";

/** Finds what judges a call's response: the policy of its action, else that of its operation, else that of the server. */
export function createJudges(application: AnyApplication, contract: ServerContract): (call: Call) => Judge {
  const { responses } = application as WithPolicies;
  if (responses === undefined) return () => strict;
  const policies = typeof responses === "string" ? { default: responses } : responses;
  checkPolicies(policies, contract);
  const { default: common = "enforce", operations = {}, actions = {} } = policies;
  const hiddenNames = createHiddenNames(contract);
  const policyOf = ({ route, action }: Call) =>
    (action && ownOf(ownOf<Readonly<Record<string, ResponsePolicy>>>(actions, action.type), action.name)) ??
    ownOf(operations, route.operation) ??
    common;
  return (call) => {
    const policy = policyOf(call);
    return policy === "enforce" ? strict : new Lenient(call, policy === "report", hiddenNames(call));
  };
}

type Policies = Exclude<NonNullable<WithPolicies["responses"]>, string>;

/** Programs without a type check fail at the start. */
function checkPolicies({ default: common, operations = {}, actions = {} }: Policies, { routes, catalog }: ServerContract): void {
  const known = new Set(["enforce", "report", "off", undefined]);
  const check = (name: string, policy: ResponsePolicy | undefined, exists: boolean) => {
    if (!exists) throw new TypeError(`createServer: the contract has no ${name}, which "responses" names`);
    if (!known.has(policy)) throw new TypeError(`createServer: "responses" of ${name} is not enforce, report or off`);
  };
  check("default", common, true);
  for (const [name, policy] of Object.entries(operations)) {
    const exists = routes.some(({ operation }) => operation === name);
    check(`operation "${name}"`, policy, exists);
  }
  for (const [type, ofType] of Object.entries(actions)) {
    for (const [name, policy] of Object.entries(ofType ?? {})) {
      check(`action "${type}.${name}"`, policy, ownOf(ownOf(catalog, type), name) !== undefined);
    }
  }
}

/** Lets invalid responses pass, reported or not, without what the contract calls a secret. */
class Lenient implements Judge {
  readonly #call: Call;
  readonly #reports: boolean;
  readonly #hidden: ReadonlySet<string>;

  constructor(call: Call, reports: boolean, hidden: ReadonlySet<string>) {
    this.#call = call;
    this.#reports = reports;
    this.#hidden = hidden;
  }

  fail(message: string, problems?: readonly ValidationError[]): void {
    if (!this.#reports) return;
    const { server, requestId, record } = this.#call;
    const found = new InvalidResponse(message, problems);
    if (record) {
      record.isInvalidResponse = true;
      record.problems = [...(record.problems ?? []), ...found.problems];
    }
    const entry = { level: "warning", message: found.message, problems: found.problems } as const;
    log({ server, requestId, record, call: this.#call }, entry);
  }

  check(guard: Parameters<Judge["check"]>[0], value: unknown, what: string): void {
    if (this.#reports && !guard(value)) this.fail(violation(what), guard.errors ?? []);
  }

  /** Returns the same value if there is nothing to remove. */
  clean(value: unknown): unknown {
    if (this.#hidden.size === 0) return value;
    if (typeof value === "string") return this.#cleanText(value);
    if (Array.isArray(value)) {
      const items = value.map((item) => this.clean(item));
      return items.every((item, index) => item === value[index]) ? value : items;
    }
    if (typeof value !== "object" || value === null || value instanceof Uint8Array) return value;
    const entries = Object.entries(value);
    const kept = entries.filter(([name]) => !this.isHidden(name)).map(([name, part]) => [name, this.clean(part)] as const);
    const isSame = kept.length === entries.length && kept.every(([, part], index) => part === entries[index]![1]);
    return isSame ? value : Object.fromEntries(kept);
  }

  /** Text may be JSON: a column of a database, a body that the handler has written. */
  #cleanText(text: string): string {
    if (!/^\s*["[{]/.test(text)) return text;
    try {
      const value: unknown = JSON.parse(text);
      const clean = this.clean(value);
      return clean === value ? text : JSON.stringify(clean);
    } catch {
      return text;
    }
  }

  headers(given: unknown = {}): Readonly<Record<string, string>> {
    if (typeof given !== "object" || given === null) throw new InvalidResponse("The headers are not an object");
    const texts: Record<string, string> = {};
    for (const [name, value] of Object.entries(given)) {
      if (value === undefined || this.isHidden(name)) continue;
      if (typeof value !== "string") this.fail(`The header ${name.toLowerCase()} violates the contract`);
      texts[name.toLowerCase()] = String(value);
    }
    return texts;
  }

  isHidden(name: string): boolean {
    return this.#hidden.size > 0 && this.#hidden.has(plainName(name));
  }
}

/** Finds the secrets of the contract that the response of a call doesn't declare. */
function createHiddenNames({ secrets }: ServerContract): (call: Call) => ReadonlySet<string> {
  const { names, shown } = secrets ?? { names: [], shown: {} };
  const found = new Map<readonly string[] | undefined, ReadonlySet<string>>();
  return ({ route, action }) => {
    const declared = action ? ownOf(ownOf(shown.actions, action.type), action.name) : ownOf(shown.operations, route.operation);
    let hidden = found.get(declared);
    if (!hidden) found.set(declared, (hidden = new Set(names.filter((name) => !declared?.includes(name)))));
    return hidden;
  };
}
