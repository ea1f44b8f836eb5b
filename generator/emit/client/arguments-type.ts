import { argumentNames } from "../../model/client-names.js";
import type { MediaType, Operation, Parameter } from "../../model/contract.js";
import { docComment, propertyKey, stringLiteral } from "../../typescript/encode.js";
import type { TextFile } from "../../typescript/text-file.js";
import { mediaKind } from "../../model/media-kind.js";

/** The type of the one argument of a call, and whether it may be left out. */
export interface ArgumentsType {
  readonly text: string;
  readonly isOptional: boolean;
}

/** The parameters of an operation, and its body, as members of one object; those named in `without` are left out. */
export function argumentsType(
  file: TextFile,
  operation: Operation,
  indent: string,
  without: readonly string[] = [],
): ArgumentsType {
  const members = [...argumentNames(operation)]
    .filter(([argument]) => !without.includes(argument))
    .map(([argument, parameter]) => ({
      isRequired: parameter.required,
      text: member(argument, parameterType(file, operation, parameter), parameter.required, parameter.description, indent),
    }));
  if (operation.body && !without.includes("body")) {
    const { required, content } = operation.body;
    const type = [...new Set(content.map((mediaType) => bodyType(file, operation, mediaType)))].join(" | ") || "unknown";
    members.push({ isRequired: required, text: member("body", type, required, undefined, indent) });
  }
  if (members.length === 0) return { text: "object", isOptional: true };
  return {
    text: `{\n${members.map(({ text }) => text).join("")}${indent}}`,
    isOptional: members.every(({ isRequired }) => !isRequired),
  };
}

function member(name: string, type: string, isRequired: boolean, description: string | undefined, indent: string): string {
  const doc = docComment([description], `${indent}  `);
  return `${doc}${indent}  ${propertyKey(name)}${isRequired ? `: ${type}` : `?: ${type} | undefined`};\n`;
}

function parameterType(file: TextFile, operation: Operation, parameter: Parameter): string {
  const types = `${operationType(file, operation)}["parameters"][${stringLiteral(parameter.in)}]`;
  // Where no parameter of a place is required, the place as a whole is optional.
  const isWhole = operation.parameters.some((other) => other.in === parameter.in && other.required);
  return `${isWhole ? types : `NonNullable<${types}>`}[${stringLiteral(parameter.name)}]`;
}

function bodyType(file: TextFile, operation: Operation, { name }: MediaType): string {
  const declared = () => {
    const holder = `${operationType(file, operation)}["requestBody"]`;
    return `${operation.body?.required ? holder : `NonNullable<${holder}>`}["content"][${stringLiteral(name)}]`;
  };
  const kind = mediaKind(name);
  switch (kind) {
    case "json":
      return declared();
    case "form":
      return `${declared()} | URLSearchParams`;
    case "multipart":
      return `${declared()} | FormData`;
    case "text":
      return "string";
    case "bytes":
      return "string | Blob | ArrayBuffer | Uint8Array";
    case "any":
      return "unknown";
    default:
      return kind satisfies never;
  }
}

/** What `types.ts` says about an operation. */
export function operationType(file: TextFile, { id }: Operation): string {
  return `${file.type("operations", "../types.js")}[${stringLiteral(id)}]`;
}
