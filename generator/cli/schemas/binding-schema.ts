import { list, map, object, text, type JsonSchema, type Properties } from "./build.js";

const pointerPattern = "^(?:/(?:[^~/]|~[01])*)*$";

/** A JSON pointer, or null where a fact is not there. */
const pointer = (description: string): JsonSchema => ({
  description: `${description} A JSON pointer; null: it is not there.`,
  type: ["string", "null"],
  pattern: pointerPattern,
});

/** A part that may be absent on purpose. */
const orNull = (schema: JsonSchema): JsonSchema => ({ ...schema, type: ["object", "null"] });

const name = (description: string): JsonSchema => text(description, { minLength: 1 });
const states = (description: string): JsonSchema => ({ description, ...list({ type: "string" }) });

/** The definitions that describe `x-<prefix>-action-binding` and `x-<prefix>-error-binding`. */
export const bindingDefinitions: Properties = {
  ActionBinding: object(
    "Where the facts of the calls of an action endpoint stand. What is left out is inferred from the schemas.",
    {
      action: object(
        "Where requests name the action. Left out: in the path parameter {action} of a POST.",
        {
          in: {
            description: "path-suffix: /instances/{id}:{verb}; body-field: a member of the body; body-key: its only key.",
            enum: ["path", "path-suffix", "header", "query", "body-field", "body-key"],
          },
          name: name("The parameter, or the member of the body: its name, or a JSON pointer."),
          value: text("How the name is written: os-{action}.", { pattern: "^[^{]*\\{action\\}[^{]*$" }),
        },
        { required: ["in"] },
      ),
      type: {
        ...object("What tells the type of the service: one of const, in and service. Left out: the service, or the only type.", {
          const: name("The only type of the operation."),
          in: { description: "Where requests name it.", enum: ["path", "header", "query", "body-field"] },
          name: name("The parameter, or the member of the body."),
          service: pointer("Where the service shows it."),
        }),
        oneOf: [{ required: ["const"] }, { required: ["in", "name"] }, { required: ["service"] }],
      },
      body: text(
        'The action\'s own body in the request: a JSON pointer, in which {action} is the action; "": the whole, without what names the action.',
        { pattern: pointerPattern },
      ),
      from: {
        description:
          "What the actions are derived from. paths: operations whose paths differ in the action; body: alternatives or keys of the body.",
        enum: ["paths", "body"],
      },
      response: orNull(
        object("Where they stand in the body of a success; null: it has none of them.", {
          action: pointer("The action's name."),
          status: pointer("The action's status."),
          message: pointer("A message for people."),
          result: pointer('The action\'s result; "": the whole body.'),
        }),
      ),
      async: orNull(
        object("How actions that complete asynchronously are followed; null: they can't be.", {
          operation: name("operationId of a GET that returns what is followed."),
          parameter: name("The path parameter of that operation that takes the id. Left out: the last one."),
          id: pointer("Where the response of the action has the id."),
          header: name("Header of the response that holds the URL of what is followed: Location."),
          status: pointer("Where what is followed has its state."),
          pending: states("States that others follow."),
          done: states("States that report success."),
          failed: states("States that report failure."),
        }),
      ),
      service: orNull(
        object("What represents a service, and where it shows its facts; null: nothing does.", {
          operation: name(
            "operationId of the operation that returns a service. Left out: the GET on the path before the actions.",
          ),
          type: pointer("The type of the service."),
          status: pointer("Its status."),
          plan: pointer("Its plan."),
          actions: pointer("The list of its advertised actions."),
        }),
      ),
    },
  ),
  ErrorBinding: object("Where the facts of an error stand. What is left out is inferred from the schema.", {
    code: pointer("The error's code. At the same place as the message: one text, code: message."),
    message: pointer("What went wrong."),
    status: pointer("The HTTP status, as a number or as text."),
    title: pointer("The name of the HTTP status."),
    requestId: pointer("The id of the request."),
    details: {
      description: "The list of everything that is wrong with a request: its place, or also the names that its elements use.",
      anyOf: [
        { type: ["string", "null"], pattern: pointerPattern },
        object(
          "The list and the names of the members of its elements.",
          {
            at: text("A JSON pointer to the list.", { pattern: pointerPattern }),
            pointer: name("The member for the failing field."),
            rule: name("The member for the rule that it breaks."),
            message: name("The member for the message."),
          },
          { required: ["at"] },
        ),
      ],
    },
    codes: map({ type: "string" }, "What the contract calls the server's own codes: { resource_not_found: NOT_FOUND }."),
    fixed: {
      description: "Values that every error has, by JSON pointers: { /success: false }.",
      type: "object",
      propertyNames: { pattern: pointerPattern },
      additionalProperties: { type: ["string", "number", "boolean", "null"] },
    },
  }),
};
