import { actionNamePattern, maxActionName, typePattern } from "../../document/extension.js";
import { flag, list, object, orReference, ref, text, type JsonSchema, type Properties } from "./build.js";
import { schemaDefinitions } from "./schema-object.js";

/** Not empty, without repetitions. */
const names = (description: string): JsonSchema => ({
  description,
  ...list({ type: "string", minLength: 1 }, { minItems: 1, uniqueItems: true }),
});

const scopes: JsonSchema = {
  description: "Scopes that are all needed to invoke it.",
  ...list({ type: "string", pattern: "^[\\x21\\x23-\\x5b\\x5d-\\x7e]{1,200}$" }, { minItems: 1, uniqueItems: true }),
};

/** The definitions that describe `x-<prefix>-<type>-actions`. */
export function actionDefinitions(prefix: string): Properties {
  return {
    Actions: {
      description: "The actions of services of one type, by name.",
      type: "object",
      properties: { $ref: text("A map of actions that stands elsewhere.") },
      patternProperties: { "^x-": {} },
      additionalProperties: orReference("Action"),
      propertyNames: { anyOf: [{ pattern: "^(x-|\\$ref$)" }, { pattern: actionNamePattern.source, maxLength: maxActionName }] },
    },
    Action: object("What an action is called, takes and returns, and when it can run.", {
      label: text("Short name for people; goes into capabilities.actions[].label."),
      summary: text("What it does, in a line."),
      description: text("The same at length, in Markdown."),
      tags: names("By which the actions of a type are grouped, in the documentation and in expanded documents."),
      body: {
        description: "The shape of the request body, an object. Left out: the action takes no input, only {} is valid.",
        ...ref("Schema"),
      },
      result: { description: "The shape of `result` in the answer. Left out: a free-form object.", ...ref("Schema") },
      statuses: names("Values that `status` of the answer may have."),
      scopes,
      readOnly: flag("It changes nothing."),
      idempotent: flag("A second call changes nothing more."),
      destructive: flag("What it removes is gone."),
      async: flag("It answers 202 and goes on afterwards."),
      availability: object("When it can run. Left out: in every state and plan.", {
        states: names("States of the service in which it can run."),
        plans: names("Plans in which it can run."),
      }),
      errors: { description: "Failures of its own, beyond the general ones.", ...list(ref("ActionError")) },
      deprecated: flag("It is there, but should no longer be used."),
      examples: {
        description: "Examples by name; lint holds them against the schemas.",
        type: "object",
        additionalProperties: ref("ActionExample"),
      },
      [`x-${prefix}-reveal`]: flag("Its answer may hold secrets."),
      "x-distinct-body": flag("It takes another body than the action of the same name of another type, on purpose."),
    }),
    ActionError: object(
      "A failure that this action can have.",
      {
        code: text("Its name, such as not_ready.", { pattern: "^[A-Za-z][A-Za-z0-9]*([_.-][A-Za-z0-9]+)*$", maxLength: 64 }),
        status: { description: "The HTTP status of the answer.", type: "integer", minimum: 400, maximum: 599 },
        description: text("When it happens."),
      },
      { required: ["code", "status", "description"] },
    ),
    ActionExample: object("An example of a call and its answer.", {
      summary: text("What it shows."),
      body: { description: "The request body." },
      status: text("`status` of the answer."),
      result: { description: "`result` of the answer." },
    }),
    Reference: {
      description: "A reference to what stands elsewhere.",
      type: "object",
      required: ["$ref"],
      properties: {
        $ref: text("A file, # and a JSON pointer, either of which may be left out: ./file.yaml#/Name."),
        summary: { type: "string" },
        description: { type: "string" },
      },
      additionalProperties: false,
    },
  };
}

/** The keys of the extension, as regular expressions: those that name a type well, and every other `x-` key. */
export function extensionKeys(prefix: string): { readonly actions: string; readonly others: string } {
  const type = typePattern.source.slice(1, -1);
  return { actions: `^x-${prefix}-${type}-actions$`, others: `^x-(?!${prefix}-(?:.*-)?actions$)` };
}

/** The JSON Schema of a file that holds a map of actions: what `x-<prefix>-<type>-actions` or a `$ref` there leads to. */
export function actionsSchema(prefix: string): JsonSchema {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: `Actions of one service type, x-${prefix}-<type>-actions`,
    ...ref("Actions"),
    $defs: { ...actionDefinitions(prefix), ...schemaDefinitions },
  };
}
