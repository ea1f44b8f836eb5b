import type { ScalarType } from "../facts.js";
import { parseText } from "../server/text.js";
import { ClientError, type Middleware } from "./call.js";
import { type BodyRoute, formType } from "./encoding.js";

/** An operation with a form of which some texts may be of several values. */
export interface CheckedFormRoute extends BodyRoute {
  /** How servers read such fields, by name. */
  readonly fieldTypes?: Readonly<Record<string, readonly ScalarType[]>>;
}

/** For forms with such fields: sends only what servers read as the same value. */
export const checkForm: Middleware = (call, next) => {
  const { content = [], fieldTypes = {} }: CheckedFormRoute = call.route;
  const { body } = call.args;
  const fields = formType(body, content) === undefined ? {} : (body as Readonly<Record<string, unknown>>);
  for (const [name, types] of Object.entries(fieldTypes)) {
    if (!Object.hasOwn(fields, name)) continue;
    const items = [fields[name]].flat();
    if (!items.every((item) => Object(item) === item || item === undefined || isSame(parseText(String(item), types), item)))
      throw new ClientError("InvalidCallError", call.name, `has a field ${name} that would be read as another value`);
  }
  return next(call);
};

const isSame = (read: unknown, given: unknown) => read === given || (typeof given === "bigint" && typeof read === "number");
