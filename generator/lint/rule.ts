import type { CodeRecord } from "../diagnostics/code-record.js";
import type { Location } from "../diagnostics/diagnostic.js";
import { createDiagnostic, type Details, type Report } from "../diagnostics/report.js";
import type { JsonObject, JsonValue } from "../document/json-value.js";
import type { Integers } from "../document/load-contract.js";
import type { Locations } from "../document/locations.js";
import type { RepairedSchema } from "../document/tolerate-schema.js";
import type { Kind, OpenApiVersion } from "../document/visitor.js";
import type { WrittenIntegers } from "../document/written-integers.js";

/** One check with everything that is known about it. Its file, its code and its test have the same name. */
export interface Rule<Code extends string = string> extends CodeRecord {
  /** Name of the rule and of every diagnostic it reports. */
  readonly code: Code;
  /** True if the rule compares parts of the contract, so that it is meaningful only when none is missing. */
  readonly comparesParts?: boolean;
  /** Adds what is wrong to the problems. */
  check(context: RuleContext, problems: Report): void;
}

/** Reports a problem of one rule, with what its message needs to know. */
export type RuleReport<Parameters> = (parameters: Parameters, location: Location | undefined, details?: Details) => void;

/** A rule as its file writes it: the check gets a way to report that asks for the parameters of its message. */
export interface RuleDefinition<Code extends string, Parameters> extends CodeRecord<Parameters> {
  readonly code: Code;
  readonly comparesParts?: boolean;
  check(context: RuleContext, report: RuleReport<Parameters>): void;
}

/** Makes a rule of its definition. */
export function defineRule<const Code extends string, Parameters = Record<never, never>>(
  definition: RuleDefinition<Code, Parameters>,
): Rule<Code> {
  const { code } = definition;
  return {
    ...definition,
    check(context, problems) {
      definition.check(context, (parameters, location, details) => {
        problems.push(createDiagnostic(code, definition, parameters, location, details));
      });
    },
  };
}

/** What rules see: the bundled document with its parts already found. */
export interface RuleContext {
  /** As written, in any supported version of OpenAPI, every `$ref` local. */
  readonly document: JsonObject;
  /** The same with its schemas as JSON Schema 2020-12. The document itself where that is 3.1. */
  readonly upgraded: JsonObject;
  readonly version: OpenApiVersion;
  readonly locations: Locations;
  readonly extensionPrefix: string;
  readonly integers: Integers;
  /** The numbers of `document` that lose digits. */
  readonly writtenIntegers: WrittenIntegers;
  /** Operations of `upgraded`, in document order, those of webhooks and callbacks included. */
  readonly operations: readonly OperationNode[];
  /** Every `x-<prefix>-<type>-actions` map of `upgraded`. */
  readonly actionMaps: readonly ActionMapNode[];
  /** Every Action Object of `upgraded`. */
  readonly actions: readonly ActionNode[];
  /** Every schema of `upgraded`, each once, subschemas included. */
  readonly schemas: readonly SchemaNode[];
  /** What was done about odd schemas of `document`. */
  readonly repairs: readonly RepairedSchema[];
  /** Every object of a kind in `upgraded` but schemas, components included, in document order; references are not followed. */
  partsOf(kind: Kind): readonly Part[];
  /** Follows a `$ref` to its value, through any number of references; siblings are ignored. */
  resolve(value: JsonValue | undefined): JsonValue | undefined;
  /** Returns whether no part of a schema is missing, nor of those that it refers to. */
  isWhole(schema: JsonValue | undefined): boolean;
}

export interface OperationNode {
  readonly method: string;
  readonly path: string;
  readonly operation: JsonObject;
  readonly pathItem: JsonObject;
  /** `webhook` and `callback` operations are called by the API, not offered by it. */
  readonly role: "api" | "webhook" | "callback";
}

export interface ActionMapNode {
  readonly type: string;
  /** The whole key, `x-platform-postgres-actions`. */
  readonly key: string;
  /** What has the key: an Operation Object or the document. */
  readonly holder: JsonObject;
  readonly actions: JsonObject;
}

export interface ActionNode {
  readonly type: string;
  readonly name: string;
  /** The location of the action's key. */
  readonly map: JsonObject;
  readonly action: JsonObject;
}

export interface SchemaNode {
  readonly schema: JsonObject;
  /** JSON pointer in the bundled document. */
  readonly pointer: string;
  /** True if the schema can judge what a caller sends: parameters, request bodies, action bodies. */
  readonly isInput: boolean;
  /** True if callers can do without sending what it judges: it is reached from optional parameters alone. */
  readonly isOptional: boolean;
}

/** An object of the document: a parameter, a response, ... */
export interface Part {
  readonly value: JsonObject;
  /** What has it: a map, or a list. */
  readonly holder: JsonObject | readonly JsonValue[];
  /** Its key in the holder, or its index as text. */
  readonly key: string;
}
