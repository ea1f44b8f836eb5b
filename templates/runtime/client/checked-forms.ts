import type { ScalarType } from "../facts.js";
import { parseText } from "../server/text.js";
import { ClientError, type Middleware } from "./call.js";
import { isJson } from "./create-client.js";
import type { BodyRoute } from "./encoding.js";

/** An operation with a form of which some texts may be of several values. */
export interface CheckedFormRoute extends BodyRoute {
  /** How servers read such fields, by name. */
  readonly fieldTypes?: Readonly<Record<string, readonly ScalarType[]>>;
}

/** For forms with such fields: sends only what servers read as the same value. */
export const checkForm: Middleware = (call, next) => {
  const { content = [], fieldTypes = {} }: CheckedFormRoute = call.route;
  const body = call.args["body"];
  const isPlain = [Object.prototype, null].includes(Object.getPrototypeOf(Object(body)) as object | null);
  const isForm =
    isPlain &&
    (!content.some(isJson) ||
      Object.values(body as object)
        .flat()
        .some((value) => value instanceof Blob));
  for (const [name, types] of isForm ? Object.entries(fieldTypes) : []) {
    if (!Object.hasOwn(body as object, name)) continue;
    const items: unknown[] = [(body as Readonly<Record<string, unknown>>)[name]].flat();
    if (!items.every((item) => Object(item) === item || item === undefined || isSame(parseText(String(item), types), item)))
      throw new ClientError("InvalidCallError", call.name, `has a field ${name} that would be read as another value`);
  }
  return next(call);
};

const isSame = (read: unknown, given: unknown) => read === given || (typeof given === "bigint" && typeof read === "number");
