import { quote } from "../../diagnostics/escape.js";
import { suggest } from "../../diagnostics/suggest.js";
import { isObject, own, ownObject, ownString, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { parsePathTemplate, withBraces } from "../../document/path-template.js";
import { referenceOf, resolveComponent } from "../../document/reference.js";
import { operationHolder, operationsOf, requestMethod } from "../../document/path-operations.js";
import { defineRule, type RuleContext } from "../rule.js";

/** Each `{name}` of a path has a parameter with `in: path`, and the other way round. */
export const pathParameters = defineRule({
  code: "path-parameters",
  severity: "warning",
  comparesParts: true,
  message: ({ operation, name, place, problem }: { operation: string; name: string; place: string; problem: string }) =>
    `the ${place} parameter ${quote(name)} of ${quote(operation)} ${problem}`,
  hint: "Declare one parameter with `in: path` for each {name} of the path, and no others.",
  cause:
    "A `{name}` in the path without a parameter is treated as a required string. A path parameter without a `{name}`, and a query parameter whose value the path fixes, are ignored. If their names differ by a typo, it is an error: the parameter's schema would not be applied.",
  bad: `
      /items/{id}:
        get:
          operationId: getItem
          responses: { "204": { description: Here. } }`,
  good: `
      /items/{id}:
        get:
          operationId: getItem
          parameters: [{ name: id, in: path, required: true, schema: { type: string, maxLength: 64 } }]
          responses: { "204": { description: Here. } }`,
  at: "paths",

  check(context, report) {
    for (const { path, method, operation, pathItem } of writtenOperations(context)) {
      const template = parsePathTemplate(withBraces(path));
      const title = `${requestMethod(method)} ${path}`;
      const declared = [...declaredIn(context, pathItem, true), ...declaredIn(context, operation, false)];
      const inPath = declared.filter(({ parameter }) => parameter["in"] === "path");
      const names = new Set(inPath.map(({ parameter }) => parameter["name"]));
      const undeclared = template.parameters.filter((name) => !names.has(name));
      const unused = inPath.filter(({ parameter }) => ignoredBecause(parameter, template) !== undefined);
      // One of each is one parameter with two names.
      const isRenamed = undeclared.length === 1 && unused.length === 1;
      for (const name of isRenamed ? [] : undeclared) {
        const problem = "is not declared; treated as a string";
        report(
          { operation: title, name, place: "path", problem },
          context.locations.key(operationHolder(pathItem, method), method),
        );
      }
      for (const { parameter, list, index, isShared } of declared) {
        const problem = ignoredBecause(parameter, template);
        // Parameters of a path item are reported once.
        if (problem === undefined || (isShared && operation !== operationsOf(pathItem)[0]!.operation)) continue;
        const { name, in: place } = parameter as { readonly name: string; readonly in: string };
        const isReference = referenceOf(list[index]) !== undefined;
        const location = isReference ? context.locations.value(list, String(index)) : context.locations.value(parameter, "name");
        const hint = isRenamed && place === "path" ? `Write ${quote(undeclared[0]!)}, or {${name}} in the path.` : undefined;
        // Otherwise the schema of the parameter would be ignored because of a typo.
        const isMisspelled = hint !== undefined && isNear(name, undeclared[0]!);
        const severity = isMisspelled ? "error" : "warning";
        report({ operation: isShared ? path : title, name, place, problem }, location, { hint, severity });
      }
    }
  },
});

function isNear(name: string, other: string): boolean {
  const [one, two] = [name, other].map((text) => text.toLowerCase().replace(/[_-]/g, "")) as [string, string];
  return one === two || suggest(one, [two]) !== undefined;
}

/** The operations under `paths`, before the upgrade makes their parameters match the paths. */
function writtenOperations({ document }: RuleContext) {
  return Object.entries(ownObject(document, "paths") ?? {}).flatMap(([path, pathItem]) => {
    if (path.startsWith("x-") || !isObject(pathItem)) return [];
    return operationsOf(pathItem).map((found) => ({ path, pathItem, ...found }));
  });
}

function ignoredBecause(parameter: JsonObject, { parameters, query }: ReturnType<typeof parsePathTemplate>): string | undefined {
  const name = ownString(parameter, "name")!;
  if (parameter["in"] === "path") return parameters.includes(name) ? undefined : "is not in the path; ignored";
  const isFixed = parameter["in"] === "query" && query.some(([fixed]) => fixed === name);
  return isFixed ? "has a fixed value in the path; ignored" : undefined;
}

interface Declared {
  readonly parameter: JsonObject;
  /** The location of its declaration, or of a reference to it. */
  readonly list: readonly JsonValue[];
  readonly index: number;
  /** Whether the path item declares it. */
  readonly isShared: boolean;
}

function declaredIn({ document }: RuleContext, holder: JsonObject, isShared: boolean): Declared[] {
  const list: JsonValue = own(holder, "parameters") ?? [];
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry, index): Declared[] => {
    const parameter = resolveComponent(entry, document);
    if (!isObject(parameter) || ownString(parameter, "name") === undefined) return [];
    return [{ parameter, list, index, isShared }];
  });
}
