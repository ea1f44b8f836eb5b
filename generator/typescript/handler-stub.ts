import { docComment, type Docs } from "./encode.js";

/** The stub of a handler. Names and texts are encoded for their locations. */
export interface HandlerStub {
  /** Stands in an object, in a class, or among the exports of a module. */
  readonly form: "property" | "field" | "export";
  readonly docs: Docs;
  readonly name: string;
  /** The handler's type; of a property its object gives it. */
  readonly type?: string;
  /** The type of the call, where nothing else gives it. */
  readonly callType?: string;
  /** The local name of `notImplemented`. */
  readonly notImplemented: string;
  /** A literal of how the server's error names the handler: `"postgres.add_ip"`. */
  readonly handler: string;
}

/**
 * The one template of a handler stub, for the stubs in `generated/` and for handler files of the user's; with LF, and
 * without the comma that a property needs behind it:
 *
 *     add_ip: async (_call) => notImplemented("postgres.add_ip")
 */
export function printStub(stub: HandlerStub, indent = ""): string {
  const { form, name, type, callType, notImplemented, handler } = stub;
  const call = callType === undefined ? "_call" : `_call: ${callType}`;
  const value = `async (${call}) => ${notImplemented}(${handler})`;
  const declarations = {
    property: () => `${name}: ${value}`,
    field: () => `${name}: ${type} = ${value};`,
    export: () => `export const ${name}: ${type} = ${value};`,
  };
  return `${docComment(stub.docs, indent)}${indent}${declarations[form]()}`;
}
