import { actionNamePattern, maxActionName } from "../document/extension.js";
import { flag, list, object, orReference, ref, text, type JsonSchema, type Properties } from "../json-schema/build-schema.js";

/** Not empty, without repetitions. */
const names = (description: string): JsonSchema => ({
  description,
  ...list({ type: "string", minLength: 1 }, { minItems: 1, uniqueItems: true }),
});

const scopes: JsonSchema = {
  description: "The scopes required to invoke it, all of them.",
  ...list({ type: "string", pattern: "^[\\x21\\x23-\\x5b\\x5d-\\x7e]{1,200}$" }, { minItems: 1, uniqueItems: true }),
};

/** The definitions that describe `x-<prefix>-<type>-actions`. */
export function actionDefinitions(prefix: string): Properties {
  return {
    Actions: {
      description: "The actions of services of one type, by name.",
      type: "object",
      properties: { $ref: text("A reference to a map of actions.") },
      patternProperties: { "^x-": {} },
      additionalProperties: orReference("Action"),
      propertyNames: { anyOf: [{ pattern: "^(x-|\\$ref$)" }, { pattern: actionNamePattern.source, maxLength: maxActionName }] },
    },
    Action: object("The name, body, result and availability of an action.", {
      label: text("Short name for people; appears in capabilities.actions[].label."),
      summary: text("What it does, in one line."),
      description: text("What it does in detail, in Markdown."),
      tags: names("Groups of actions in the documentation and in expanded documents."),
      body: {
        description: "The schema of the request body, an object. Without it only {} is valid.",
        ...ref("Schema"),
      },
      parameters: {
        description: "Parameter Objects of this action only. One with the name and location of an endpoint's replaces it.",
        ...list(ref("ActionPart")),
      },
      requestBody: object("How its body is sent, in place of what the endpoint says. Its schema is `body`.", {
        description: { type: "string" },
        required: flag("Without it, as at the endpoint; false: a call may have no body, and its handler gets none."),
        content: {
          description:
            "The media types that it accepts, of those of the endpoint, with the encoding of form fields. If it is empty, the action has no body, and one that is sent is not read.",
          type: "object",
          additionalProperties: ref("ActionMedia"),
        },
      }),
      responses: {
        description:
          "Response Objects of this action only, by status. They replace the endpoint's fields; its successes are only these.",
        type: "object",
        additionalProperties: ref("ActionPart"),
      },
      result: { description: "The schema of `result` in the response. Default: a free-form object.", ...ref("Schema") },
      statuses: names("The values of `status` in the response."),
      scopes,
      readOnly: flag("It changes nothing."),
      idempotent: flag("A second call changes nothing more."),
      destructive: flag("It removes something irrevocably."),
      async: flag("It returns 202 and completes in the background."),
      availability: object("When it can run. Default: in every state and plan.", {
        states: names("States of the service in which it can run."),
        plans: names("Plans in which it can run."),
      }),
      errors: { description: "Its own errors, in addition to the general ones.", ...list(ref("ActionError")) },
      deprecated: flag("It should no longer be used."),
      examples: {
        description: "Examples by name; lint validates them against the schemas.",
        type: "object",
        additionalProperties: ref("ActionExample"),
      },
      [`x-${prefix}-reveal`]: flag("Its response may contain secrets."),
      [`x-${prefix}-distinct-body`]: flag(
        "It intentionally takes a different body than the action of the same name of another type.",
      ),
    }),
    ActionPart: { description: "A part of an operation, as in OpenAPI, or a reference.", type: "object" },
    ActionMedia: object("How a body of a media type is sent.", {
      encoding: { description: "The encoding of form fields, as in OpenAPI.", type: "object" },
    }),
    ActionError: object(
      "An error of this action.",
      {
        code: text("Its name, such as not_ready.", { pattern: "^[A-Za-z][A-Za-z0-9]*([_.-][A-Za-z0-9]+)*$", maxLength: 64 }),
        status: { description: "The HTTP status of the response.", type: "integer", minimum: 400, maximum: 599 },
        description: text("When it happens."),
      },
      { required: ["code", "status", "description"] },
    ),
    ActionExample: object("An example of a call and its response.", {
      summary: text("What it shows."),
      body: { description: "The request body." },
      status: text("`status` in the response."),
      result: { description: "`result` in the response." },
    }),
    Reference: {
      description: "A reference.",
      type: "object",
      required: ["$ref"],
      properties: {
        $ref: text("A file, #, and a JSON pointer; the file or the pointer is optional: ./file.yaml#/Name."),
        summary: { type: "string" },
        description: { type: "string" },
      },
      additionalProperties: false,
    },
  };
}
