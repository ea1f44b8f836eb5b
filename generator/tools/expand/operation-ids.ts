import type { Action } from "../../model/contract.js";
import { createNamer, identifier, pascalCase } from "../../model/names.js";
import type { OperationIdStyle } from "./expansion.js";

/** The maximum length of a composed operationId. The limit is 128 characters, and a duplicate gets a number appended. */
const maxOperationName = 120;

const compose: Readonly<Record<OperationIdStyle, (type: string, action: string) => string>> = {
  dotted: (type, action) => `${type}.${action}`,
  snake: (type, action) => identifier(`${type}_${action}`),
  camel: (type, action) => identifier(`${pascalCase(type)}${pascalCase(action)}`.replace(/^[A-Z]+/, lowerFirst)),
};

/** `PostgresAddIp` -> `postgresAddIp`, `VMStart` -> `vmStart`. */
function lowerFirst(capitals: string): string {
  return capitals.length === 1 ? capitals.toLowerCase() : `${capitals.slice(0, -1).toLowerCase()}${capitals.slice(-1)}`;
}

/** The operationIds of a document, each different from all others. */
export class OperationIds {
  /** Ids with a number appended: the id without it, and the operation that has that id. */
  readonly numbered = new Map<string, { readonly wanted: string; readonly other: string }>();
  readonly #style: OperationIdStyle;
  readonly #choose: (wanted: string) => string;
  /** By id in lower case, the name of its operation for people. */
  readonly #owners: Map<string, string>;

  constructor(taken: readonly string[], style: OperationIdStyle) {
    this.#style = style;
    this.#choose = createNamer(taken);
    this.#owners = new Map(taken.map((id) => [id.toLowerCase(), id]));
  }

  /** Adds an action and returns its id. */
  add({ serviceType, name }: Pick<Action, "serviceType" | "name">): string {
    const wanted = compose[this.#style](serviceType, name).slice(0, maxOperationName);
    const id = this.#choose(wanted);
    if (id !== wanted) this.numbered.set(id, { wanted, other: this.#owners.get(wanted.toLowerCase())! });
    this.#owners.set(id.toLowerCase(), `${serviceType}.${name}`);
    return id;
  }
}
