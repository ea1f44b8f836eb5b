import { actionPlaces, placeMeanings, typePlaces } from "../../document/fact-places.js";
import { list, map, object, text, type JsonSchema, type Properties } from "../../json-schema/build-schema.js";

const pointerPattern = "^(?:/(?:[^~/]|~[01])*)*$";

/** A JSON pointer, or null for a missing fact. */
const pointer = (description: string): JsonSchema => ({
  description: `${description} A JSON pointer, or null if there is none.`,
  type: ["string", "null"],
  pattern: pointerPattern,
});

/** A part that may be intentionally absent. */
const orNull = (schema: JsonSchema): JsonSchema => ({ ...schema, type: ["object", "null"] });

const name = (description: string): JsonSchema => text(description, { minLength: 1 });
const states = (description: string): JsonSchema => ({ description, ...list({ type: "string" }) });

/** The definitions that describe `x-<prefix>-action-binding` and `x-<prefix>-error-binding`. */
export const bindingDefinitions: Properties = {
  ActionBinding: object("The locations of the facts of an action endpoint's calls. Omitted ones are inferred from the schemas.", {
    action: {
      ...object("Where requests name the action. Default: in the path parameter {action} of a POST.", {
        in: {
          description: `${placeMeanings}.`,
          enum: [...actionPlaces],
        },
        name: name("The parameter, or the member of the body: its name, or a JSON pointer."),
        value: text("The format of the name: os-{action}.", { pattern: "^[^{]*\\{action\\}[^{]*$" }),
        parts: {
          ...list(
            object(
              "The location of a part of the name.",
              {
                in: { description: "Where requests have it.", enum: [...typePlaces] },
                name: name("The parameter, or the member of the body."),
                value: text("The format of the part: urn-{action}.", { pattern: "^[^{]*\\{action\\}[^{]*$" }),
              },
              { required: ["in"] },
            ),
          ),
          description: "The locations of the two parts of the name.",
          minItems: 2,
          maxItems: 2,
        },
        separator: name("The text between the two parts of the name."),
      }),
      oneOf: [{ required: ["in"] }, { required: ["parts", "separator"] }],
    },
    type: {
      ...object("How the service type is determined: one of const, in and service. Default: the service, or the only type.", {
        const: name("The only type of the operation."),
        in: { description: "Where requests name it.", enum: [...typePlaces] },
        name: name("The parameter, or the member of the body."),
        service: pointer("Its location in the service."),
      }),
      oneOf: [{ required: ["const"] }, { required: ["in", "name"] }, { required: ["service"] }],
    },
    body: text(
      'The action\'s own body in the request: a JSON pointer, in which {action} is the action; "": the whole body, without the member that names the action.',
      { pattern: pointerPattern },
    ),
    list: pointer("The list of a request's actions. The other locations are then within its items."),
    id: pointer("The id of a request next to the action's own body, which its response repeats."),
    batch: {
      description: "JSON-RPC: the maximum number of calls in a batch. Default: there are no batches.",
      type: "integer",
      minimum: 1,
    },
    from: {
      description:
        "What the actions are derived from. paths: operations whose paths differ in the action; body: alternatives or keys of the body.",
      enum: ["paths", "body"],
    },
    response: orNull(
      object("Their locations in the body of a success, or null if it contains none.", {
        list: pointer("The list of results, if requests are lists of actions. The other locations are then within its items."),
        action: pointer("The action's name."),
        status: pointer("The action's status."),
        message: pointer("A message for people."),
        result: pointer('The action\'s result; "": the whole body.'),
      }),
    ),
    async: orNull(
      object("How clients follow actions that complete asynchronously, or null if they can't.", {
        operation: name("operationId of a GET that returns the followed resource."),
        parameter: name("The path parameter of that operation for the id. Default: the last one."),
        id: pointer("The location of the id in the action's response."),
        header: name("The response header with the URL of the followed resource: Location."),
        status: pointer("The location of the state in the followed resource."),
        pending: states("States before completion."),
        done: states("States that report success."),
        failed: states("States that report failure."),
        error: pointer("A member that exists only after a failure, such as `/error`."),
      }),
    ),
    service: orNull(
      object("The representation of a service and the locations of its facts, or null if there is none.", {
        operation: name("operationId of the operation that returns a service. Default: the GET on the path before the actions."),
        type: pointer("The type of the service."),
        status: pointer("Its status."),
        plan: pointer("Its plan."),
        actions: pointer("The list of its advertised actions."),
      }),
    ),
  }),
  ErrorBinding: object("The locations of the facts of an error. Omitted ones are inferred from the schema.", {
    code: pointer("The error's code. If it has the message's location, both are one string, code: message."),
    message: pointer("What went wrong."),
    status: pointer("The HTTP status, as a number or a string."),
    title: pointer("The name of the HTTP status."),
    requestId: pointer("The id of the request."),
    details: {
      description: "The list of a request's problems: its location, or also the names of its elements' members.",
      anyOf: [
        { type: ["string", "null"], pattern: pointerPattern },
        object(
          "The location of the list and the names of its elements' members.",
          {
            at: text("A JSON pointer to the list.", { pattern: pointerPattern }),
            pointer: name("The member for the failing field."),
            rule: name("The member for the violated rule."),
            message: name("The member for the message."),
          },
          { required: ["at"] },
        ),
      ],
    },
    id: pointer("Repeats the id of the request."),
    when: {
      description:
        "Set if errors have the status 200: what distinguishes their bodies from successes. A member that exists, or its value.",
      anyOf: [
        { type: ["string", "null"], pattern: "^(?:/(?:[^~/]|~[01])*)+$" },
        {
          ...object(
            "A member of the body, and its value in errors, or in successes.",
            {
              at: text("A JSON pointer to the member.", { pattern: "^(?:/(?:[^~/]|~[01])*)+$" }),
              value: { description: "Its value in every error: false.", type: ["string", "number", "boolean"] },
              not: { description: "Its value in every success: 0.", type: ["string", "number", "boolean"] },
            },
            { required: ["at"] },
          ),
          oneOf: [{ required: ["value"] }, { required: ["not"] }],
        },
      ],
    },
    codes: map({ type: ["string", "integer"] }, "The contract's names or numbers of codes: { resource_not_found: NOT_FOUND }."),
    fixed: {
      description: "The constant values of every error, by JSON pointer: { /success: false }.",
      type: "object",
      propertyNames: { pattern: pointerPattern },
      additionalProperties: true,
    },
  }),
};
