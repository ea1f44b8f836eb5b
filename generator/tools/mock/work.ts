import { formatPointer } from "../../../templates/runtime/json.js";
import type { JsonObject } from "../../document/json-value.js";
import { schemasIn } from "../../json-schema/schema.js";
import type { Resource } from "../../resources/resources.js";
import type { MockContext } from "./context.js";
import { plain } from "../../resources/pages.js";
import { setValid } from "./services.js";

/** Statuses of work that goes on, and of work that has succeeded, without case and separators. */
const ongoing = new Set(
  "accepted enqueued inprogress pending processing queued running scheduled started starting submitted waiting".split(" "),
);
const succeeded = new Set("complete completed done finished succeeded success successful".split(" "));

/** Members that hold a status. */
const names = new Set(["status", "state", "phase"]);

/**
 * Lets a new item begin as work that goes on, without an error, and succeed later, if its schema lists statuses of both and no request sets
 * them. Clients that wait for it would wait forever otherwise.
 */
export function startWork(context: MockContext, resource: Resource, collection: string, item: JsonObject): void {
  const { contract, state, tempo, now } = context;
  const schema = schemasIn(contract.model.schemas).of(resource.schema);
  for (const name of Object.keys(item).filter((one) => names.has(plain(one)))) {
    const texts = schema.member(name)?.schema.texts ?? [];
    const begun = texts.find((value) => ongoing.has(plain(value)));
    const done = texts.find((value) => succeeded.has(plain(value)));
    if (begun === undefined || done === undefined || isSent(context, resource, name)) continue;
    removeErrors(context, resource, item);
    const pointer = formatPointer([name]);
    if (item[name] === done || !setValid(context, resource, item, pointer, [begun])) continue;
    const { member } = resource.id!;
    state.later({ collection, member, id: item[member]!, pointer, value: done, due: now() + tempo });
  }
}

function removeErrors({ samples }: MockContext, { schema }: Resource, item: JsonObject): void {
  for (const [name, before] of Object.entries(item)) {
    if (!/^(error|failure)/.test(plain(name))) continue;
    delete item[name];
    for (const value of [null, []]) if (!samples.isValid(schema, item)) item[name] = value;
    if (!samples.isValid(schema, item)) item[name] = before;
  }
}

function isSent({ contract }: MockContext, { operations }: Resource, name: string): boolean {
  return operations.some(({ operation, requestAt }) =>
    operation.body?.content.some(({ schema }) => schemasIn(contract.model.schemas).at(schema, requestAt)?.schema.member(name)),
  );
}
