import { compare } from "../../diagnostics/diagnostic.js";
import { isObject, ownObject, type JsonObject } from "../../document/json-value.js";
import { resolveComponent } from "../../document/reference.js";
import { hasOwnField, operationsOf } from "../../document/path-operations.js";
import { openApiVersion } from "../../document/visitor.js";
import { actionsType } from "../../document/extension.js";
import type { FoundEndpoint, FoundOperation } from "./endpoint.js";
import { readChoices, type Choices } from "./choices.js";
import { findLiteralPaths } from "./literal-paths.js";
import { findSharedOperations } from "./shared-operations.js";

/**
 * Finds the endpoints of a document that invoke actions, except those that already have the extension. Endpoints
 * outside of the main document are unsure, because overlays only change the main document.
 */
export function findEndpoints(
  document: JsonObject,
  extensionPrefix: string,
  isInMainDocument: (operation: JsonObject) => boolean = () => true,
  choices: Pick<Choices, "isIncluded"> = noChoices,
): FoundEndpoint[] {
  const operations = listOperations(document).filter(
    ({ operation }) => !Object.keys(operation).some((key) => actionsType(key, extensionPrefix) !== undefined),
  );
  // A path that names its action takes precedence over what its body suggests, and a likely one over what is unsure.
  // Patterns choose endpoints as the report names them, so they don't change which style an operation has.
  const literals = findLiteralPaths(operations, document, noChoices);
  const pathsOf = (list: readonly FoundEndpoint[]) =>
    new Set(list.flatMap(({ method, actions }) => actions.map(({ path }) => `${method} ${path}`)));
  const certain = pathsOf(literals.filter(({ certainty }) => certainty === "certain"));
  const known = pathsOf(literals.filter(({ certainty }) => certainty !== "unsure"));
  const shared = findSharedOperations(
    operations.filter(({ path, method }) => !certain.has(`${method} ${path}`)),
    document,
  )
    .filter(({ path, method, certainty }) => certainty !== "unsure" || !known.has(`${method} ${path}`))
    .map((found): FoundEndpoint => {
      const isChosen = found.certainty === "unsure" && !found.isUnwritable && choices.isIncluded(found);
      return isChosen ? { ...found, certainty: "likely" } : found;
    });
  const taken = new Set(shared.map(({ path, method }) => `${method} ${path}`));
  const others = operations.filter(({ path, method }) => !taken.has(`${method} ${path}`));
  const elsewhere = new Set(
    operations.filter(({ operation }) => !isInMainDocument(operation)).map(({ path, method }) => `${method} ${path}`),
  );
  const checked = [...shared, ...findLiteralPaths(others, document, choices)].map((endpoint): FoundEndpoint => {
    const { method, path, actions, open } = endpoint;
    const isElsewhere = [path, ...actions.map((action) => action.path)].some((one) => elsewhere.has(`${method} ${one}`));
    if (!isElsewhere) return endpoint;
    return { ...endpoint, certainty: "unsure", open: [...open, elsewhereNote] };
  });
  return checked.sort((a, b) => compare(a.path, b.path) || compare(a.method, b.method));
}

const noChoices = readChoices({ include: [], exclude: [] });

const elsewhereNote =
  'it is in a file that an overlay can\'t change: bundle the document, or write an endpoint with "from: paths" or "from: body" in an overlay';

/** Returns the operations of a document. */
export function listOperations(document: JsonObject): FoundOperation[] {
  const hasAdditional = openApiVersion(document) === "3.2";
  return Object.entries(ownObject(document, "paths") ?? {}).flatMap(([path, item]) => {
    const pathItem = resolveComponent(item, document);
    if (!isObject(pathItem)) return [];
    const operations = operationsOf(pathItem).filter(({ method }) => hasAdditional || hasOwnField(method));
    return operations.map((found) => ({ path, pathItem, ...found }));
  });
}
