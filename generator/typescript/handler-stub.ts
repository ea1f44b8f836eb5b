import { docComment, type Docs } from "./encode.js";

/** The stub of a handler. Names and texts are encoded for their locations. */
export interface HandlerStub {
  /** Its context: an object, a class, or the exports of a module. */
  readonly form: "property" | "field" | "export";
  readonly docs: Docs;
  readonly name: string;
  /** The handler's type; absent for a property, whose object has the type. */
  readonly type?: string;
  /** The type of the call, if nothing else determines it. */
  readonly callType?: string;
  /** The local name of `notImplemented`. */
  readonly notImplemented: string;
  /** A literal of the handler's name in the server's error: `"postgres.add_ip"`. */
  readonly handler: string;
}

/**
 * The only template of a handler stub, for the user's handler files; with LF, and without the
 * comma after a property:
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
