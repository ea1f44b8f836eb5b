import type { ErrorShape } from "../../../templates/runtime/facts.js";
import type { ReadShape } from "../../../templates/runtime/client/action-calls.js";
import type { Contract, MediaType, Operation, Response } from "../../model/contract.js";
import type { OutputFile } from "../../typescript/output-file.js";
import { constant, createSourceFile, StructureKind, type SourceFile } from "../../typescript/source-file.js";
import { stringLiteral } from "../../typescript/encode.js";
import { fileHeader } from "../emitter.js";
import { referencedName } from "../../document/reference.js";
import { schemaType } from "./operation-types.js";

/**
 * The shapes of a contract's errors that a client reads; `undefined` if all are `{ "error": "code: text" }`, which every client
 * reads.
 */
export function errorShapes({ operations }: Contract): readonly ReadShape[] | undefined {
  const declared = operations.flatMap(({ responses }) => responses.flatMap(({ error }) => (error ? [readShape(error)] : [])));
  const shapes = new Map(declared.map((shape) => [JSON.stringify(shape), shape]));
  const isPlain = ({ mediaType: _, ...facts }: ReadShape) => JSON.stringify(facts) === '{"code":"/error","message":"/error"}';
  return [...shapes.values()].every(isPlain) ? undefined : [...shapes.values()];
}

function readShape({ mediaType, code, message, requestId, details, codes = {} }: ErrorShape): ReadShape {
  const numbers = Object.entries(codes).filter(([, value]) => typeof value === "number");
  const named = numbers.filter(([, value]) => numbers.filter(([, other]) => other === value).length === 1);
  return {
    mediaType,
    ...(code === undefined ? {} : { code }),
    ...(message === undefined ? {} : { message }),
    ...(requestId === undefined ? {} : { requestId }),
    ...(details === undefined ? {} : { details }),
    ...(named.length === 0 ? {} : { names: Object.fromEntries(named.map(([name, value]) => [`${value}`, name])) }),
  };
}

/**
 * `client/errors.ts`, if errors have a shape other than `{ "error": "code: text" }`:
 *
 *     export type ErrorBody = components["schemas"]["Problem"];
 *
 *     export type ApiError<Code extends string = string> = AnyApiError<Code, ErrorBody | undefined>;
 *
 *     export const ApiError: ApiErrorClass = AnyApiError;
 */
export function printErrors(contract: Contract): OutputFile | undefined {
  if (!errorShapes(contract)) return undefined;
  const file = createSourceFile("client/errors.ts", fileHeader(contract));
  const base = file.value("ApiError as AnyApiError", "../runtime/client/call.js");
  const code = [{ name: "Code", constraint: "string", default: "string" }];
  file.add(
    {
      kind: StructureKind.TypeAlias,
      isExported: true,
      name: "ErrorBody",
      docs: ["The body of an error response."],
      type: bodyTypes(file, contract).join("\n  | "),
    },
    {
      kind: StructureKind.TypeAlias,
      isExported: true,
      name: "ApiError",
      docs: [
        "An error response, or a redirect, which is never followed. Responses of proxies may have other bodies than the contract's.",
      ],
      typeParameters: code,
      type: `${base}<Code, ErrorBody | undefined>`,
    },
    {
      kind: StructureKind.Interface,
      name: "ApiErrorClass",
      properties: [{ name: "prototype", isReadonly: true, type: "ApiError" }],
      constructSignatures: [
        {
          parameters: [{ name: "args", isRestParameter: true, type: `ConstructorParameters<typeof ${base}>` }],
          returnType: "ApiError",
        },
      ],
    },
    constant("ApiError", base, { isExported: true, docs: ["The class of error responses."], type: "ApiErrorClass" }),
    {
      kind: StructureKind.Function,
      isExported: true,
      name: "hasCode",
      docs: ["Whether the API rejected a call with one of these codes. The compiler checks the codes if their type is given."],
      typeParameters: [{ name: "Code", constraint: "string" }],
      parameters: [
        { name: "error", type: "unknown" },
        { name: "codes", isRestParameter: true, type: "readonly Code[]" },
      ],
      returnType: "error is ApiError<Code>",
      statements: [`return ${file.value("hasCode as hasAnyCode", "../runtime/client/call.js")}(error, ...codes);`],
    },
  );
  return file.print();
}

/** The types of the bodies of all errors with a known shape, without duplicates. */
function bodyTypes(file: SourceFile, contract: Contract): string[] {
  const { operations } = contract;
  const types = new Map<string, string>();
  const add = (operation: Operation, response: Response) => {
    for (const mediaType of response.content) {
      const key = JSON.stringify(mediaType.schema ?? true);
      if (mediaType.kind !== "json" || types.has(key)) continue;
      const component = referencedName(mediaType.schema);
      types.set(key, component ? schemaType(file, component, contract) : unnamedBody(file, operation, response, mediaType));
    }
  };
  for (const operation of operations) {
    for (const response of operation.responses) if (response.error) add(operation, response);
  }
  return [...types.values()];
}

/** The type of an error's body that has no name. */
function unnamedBody(file: SourceFile, { id }: Operation, { status }: Response, { name }: MediaType): string {
  const key = /^[1-5][0-9][0-9]$/.test(status) ? status : stringLiteral(status);
  return `${file.type("operations", "../types.js")}[${stringLiteral(id)}]["responses"][${key}]["content"][${stringLiteral(name)}]`;
}
