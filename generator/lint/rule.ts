import type { CodeRecord } from "../diagnostics/code-record.js";
import type { Location } from "../diagnostics/diagnostic.js";
import { createDiagnostic, type Details, type Report } from "../diagnostics/report.js";
import type { JsonObject, JsonValue } from "../document/json-value.js";
import type { Integers } from "../document/load-contract.js";
import type { Locations, TextFile } from "../document/locations.js";
import type { RenamedOperation } from "../document/operation-ids.js";
import type { RepairedSchema } from "../document/tolerate-schema.js";
import type { Kind, OpenApiVersion } from "../document/visitor.js";
import type { Direction } from "../json-schema/interpreter.js";
import type { Schema } from "../json-schema/schema.js";
import type { WrittenIntegers } from "../document/written-integers.js";

/** A lint rule with its documentation. Its file, its code and its test have the same name; those of `binding/codes` have one. */
export interface Rule<Code extends string = string> extends CodeRecord {
  /** The name of the rule and the code of its diagnostics. */
  readonly code: Code;
  /** Whether the rule compares parts of the contract, so that it is meaningful only when none is missing. */
  readonly comparesParts?: boolean;
  /** Adds its findings to the problems. */
  check(context: RuleContext, problems: Report): void;
}

/** Reports a problem of one rule, with the parameters of its message. */
export type RuleReport<Parameters> = (parameters: Parameters, location: Location | undefined, details?: Details) => void;

/** A rule as its file defines it: `report` requires the parameters of its message. */
export interface RuleDefinition<Code extends string, Parameters> extends CodeRecord<Parameters> {
  readonly code: Code;
  readonly comparesParts?: boolean;
  check(context: RuleContext, report: RuleReport<Parameters>): void;
}

/** Creates a rule from its definition. */
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

/** The input of rules: the bundled document and its parts. */
export interface RuleContext {
  /** The file of the main document, and all files. */
  readonly entry: TextFile;
  readonly files: readonly TextFile[];
  /** As written, in any supported version of OpenAPI; every `$ref` is local. */
  readonly document: JsonObject;
  /** The same before operations became actions. */
  readonly written: JsonObject;
  /** The same with its schemas as JSON Schema 2020-12; the document itself if it is 3.1. */
  readonly upgraded: JsonObject;
  readonly version: OpenApiVersion;
  readonly locations: Locations;
  readonly extensionPrefix: string;
  readonly integers: Integers;
  /** The integers of `document` that lose digits. */
  readonly writtenIntegers: WrittenIntegers;
  /** The operations of `document` with an id that is not the one of the contract. */
  readonly renamed: readonly RenamedOperation[];
  /** The operations of `upgraded` in document order, including those of webhooks and callbacks. */
  readonly operations: readonly OperationNode[];
  /** Every `x-<prefix>-<type>-actions` map of `upgraded`. */
  readonly actionMaps: readonly ActionMapNode[];
  /** Every Action Object of `upgraded`. */
  readonly actions: readonly ActionNode[];
  /** Every schema of `upgraded`, each once, including subschemas. */
  readonly schemas: readonly SchemaNode[];
  /** The repairs of nonstandard schemas of `document`. */
  readonly repairs: readonly RepairedSchema[];
  /**
   * Returns every object of a kind other than schemas in `upgraded`, including components, in document order;
   * references are not followed.
   */
  partsOf(kind: Kind): readonly Part[];
  /** Returns the schema of a node of `upgraded`; a missing one accepts any value. */
  schemaOf(node: JsonValue | undefined, direction?: Direction): Schema;
  /** Follows a `$ref`, through any number of references; siblings are ignored. */
  resolve(value: JsonValue | undefined): JsonValue | undefined;
  /** Returns whether a schema and everything that it refers to is complete, without missing parts. */
  isWhole(schema: JsonValue | undefined): boolean;
}

export interface OperationNode {
  readonly method: string;
  readonly path: string;
  readonly operation: JsonObject;
  readonly pathItem: JsonObject;
  /** The API calls `webhook` and `callback` operations, and doesn't offer them. */
  readonly role: "api" | "webhook" | "callback";
}

export interface ActionMapNode {
  readonly type: string;
  /** The whole key, `x-platform-postgres-actions`. */
  readonly key: string;
  /** The object with the key: an Operation Object or the document. */
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
  /** Whether the schema validates the input of callers: parameters, request bodies, action bodies. */
  readonly isInput: boolean;
  /** Whether requests are valid without a value for it: no required parameter, body or property needs one. */
  readonly isOptional: boolean;
}

/** An object of the document: a parameter, a response, ... */
export interface Part {
  readonly value: JsonObject;
  /** Its parent, a map or a list. */
  readonly holder: JsonObject | readonly JsonValue[];
  /** Its key in the parent, or its index as text. */
  readonly key: string;
}
