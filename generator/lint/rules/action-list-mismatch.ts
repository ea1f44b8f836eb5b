import { quote } from "../../diagnostics/escape.js";
import { suggest } from "../../diagnostics/suggest.js";
import { ownObject, type JsonObject } from "../../document/json-value.js";
import { boundEndpoints } from "../bindings.js";
import { firstName, stepsOf } from "../declared-facts.js";
import { defineRule, type ActionMapNode, type RuleContext, type RuleReport } from "../rule.js";
import { createStringValues, type StringValues } from "../string-values.js";

/** The actions in a service's `capabilities.actions` must be those that its type's extension defines. */
export const actionListMismatch = defineRule({
  code: "action-list-mismatch",
  severity: "error",
  adjustable: true,
  comparesParts: true,
  message: ({ name, problem }: { name: string; problem: string }) => `action ${quote(name)} ${problem}`,
  hint: "List the same names in both places.",
  cause:
    "A service advertises its actions in `capabilities.actions`, and the extension defines them. An action that is only defined can't be found; one that is only advertised can't be called.",
  bad: `
      Postgres:
        type: object
        properties:
          type: { const: postgres }
          capabilities: { $ref: "#/components/schemas/Capabilities" }
      Capabilities:
        type: object
        properties:
          actions: { type: array, items: { type: object, properties: { name: { enum: [restrat] } } } }`,
  good: `
      Postgres:
        type: object
        properties:
          type: { const: postgres }
          capabilities: { $ref: "#/components/schemas/Capabilities" }
      Capabilities:
        type: object
        properties:
          actions: { type: array, items: { type: object, properties: { name: { enum: [restart] } } } }`,
  at: "schemas",

  check(context, report) {
    const lists = advertisedLists(context);
    for (const map of context.actionMaps) {
      const reported = new Set<string>();
      for (const advertised of lists.get(map.type) ?? []) compareNames(context, report, map, advertised, reported);
    }
  },
});

/** The names allowed by each schema that represents a service, by the service's type. */
function advertisedLists(context: RuleContext): Map<string, StringValues[]> {
  const lists = new Map<string, StringValues[]>();
  for (const { type: toType, actions: toActions } of listPlaces(context)) {
    const typesOf = createStringValues(context, stepsOf(toType));
    const namesOf = createStringValues(context, [...stepsOf(toActions), "items", { property: "name" }]);
    const first = [toType, toActions].flatMap((pointer) => firstName(pointer) ?? []);
    for (const { schema } of context.schemas) {
      if (!mayRepresentService(schema, first)) continue;
      const [type, ...others] = typesOf(schema)?.keys() ?? [];
      const advertised = type !== undefined && others.length === 0 ? namesOf(schema) : undefined;
      if (type !== undefined && advertised) lists.set(type, [...(lists.get(type) ?? []), advertised]);
    }
  }
  return lists;
}

/** The locations of the type and of the list of actions in the services of endpoints, each pair once. */
function listPlaces(context: RuleContext): { readonly type: string; readonly actions: string }[] {
  const usual = { type: "/type", actions: "/capabilities/actions" };
  const pairs = boundEndpoints(context).map(({ binding: { service } }) => ({ ...usual, ...service }));
  return [...new Map([usual, ...pairs].map(({ type, actions }) => [`${type} ${actions}`, { type, actions }])).values()];
}

/** A quick test that excludes most schemas. */
function mayRepresentService(schema: JsonObject, names: readonly string[]): boolean {
  const properties = ownObject(schema, "properties");
  return Array.isArray(schema["allOf"]) || (properties !== undefined && names.some((name) => Object.hasOwn(properties, name)));
}

function compareNames(
  { locations }: RuleContext,
  report: RuleReport<{ name: string; problem: string }>,
  map: ActionMapNode,
  advertised: StringValues,
  reported: Set<string>,
): void {
  const { type, actions, key, holder } = map;
  const names = Object.keys(actions);
  for (const [name, place] of advertised) {
    if (names.includes(name) || reported.has(`advertised ${name}`)) continue;
    reported.add(`advertised ${name}`);
    const near = suggest(
      name,
      names.filter((other) => !advertised.has(other)),
    );
    const location = locations.key(holder, key);
    report({ name, problem: `is advertised by services of type ${quote(type)}, but ${quote(key)} does not define it` }, place, {
      related: [location && { message: "the actions of the type", location }],
      hint: near === undefined ? undefined : `Did you mean ${quote(near)}?`,
    });
  }
  for (const name of names) {
    if (advertised.has(name) || reported.has(`defined ${name}`)) continue;
    reported.add(`defined ${name}`);
    const near = suggest(
      name,
      [...advertised.keys()].filter((other) => !names.includes(other)),
    );
    const location = near === undefined ? [...advertised.values()][0] : advertised.get(near);
    report({ name, problem: `of type ${quote(type)} is not in capabilities.actions of the type` }, locations.key(actions, name), {
      related: [
        location && { message: near === undefined ? "the names that are allowed" : "the name that is nearest", location },
      ],
      hint: near === undefined ? undefined : `Did you mean ${quote(near)}?`,
    });
  }
}
