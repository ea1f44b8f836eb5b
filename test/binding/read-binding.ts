import { parse } from "yaml";
import { actionBinding } from "../../generator/binding/action-binding.js";
import { collectOperations, type ActionBinding } from "../../generator/binding/binding.js";
import { errorShape } from "../../generator/binding/error-binding.js";
import { ownObject, type JsonObject } from "../../generator/document/json-value.js";
import type { ErrorShape } from "../../templates/runtime/facts.js";
import type { BindingProblem } from "../../generator/binding/problem.js";

/** Pieces of a contract in YAML, in flow style. */
export interface Pieces {
  /** Responses of the endpoint. */
  readonly responses?: string;
  readonly binding?: string;
  /** Actions by type. */
  readonly actions?: Readonly<Record<string, string>>;
  readonly schemas?: string;
  /** Schema of what GET /things/{thing_id} returns; absent: there is no such operation. */
  readonly service?: string;
  /** Further paths. */
  readonly paths?: string;
}

/** The binding of the endpoint POST /things/{id}/do/{action}. */
export function read(pieces: Pieces): ActionBinding & { readonly problems: readonly BindingProblem[] } {
  const { responses = "{}", binding, actions = { vm: "{ start: {} }" }, schemas = "{}", service, paths = "{}" } = pieces;
  const document = {
    openapi: "3.1.0",
    paths: {
      "/things/{id}/do/{action}": {
        post: { responses: parse(responses), ...(binding === undefined ? {} : { "x-acme-action-binding": parse(binding) }) },
      },
      ...(service === undefined ? {} : { "/things/{thing_id}": { get: { operationId: "getThing", ...returning(service) } } }),
      ...parse(paths),
    },
    components: { schemas: parse(schemas) },
  } as JsonObject;
  const operations = collectOperations(document);
  const endpoint = operations.find(({ method }) => method === "post")!;
  const serviceTypes = new Map(Object.entries(actions).map(([type, map]) => [type, parse(map) as JsonObject]));
  const problems: BindingProblem[] = [];
  return { ...actionBinding({ document, endpoint, operations, serviceTypes, prefix: "acme" }, problems), problems };
}

/** Responses with one success that has a schema. */
export function success(schema: string, status = "200"): string {
  return `{ "${status}": ${json(schema)} }`;
}

/** A response with a schema. */
export function json(schema: string, more = ""): string {
  return `{ description: Done., content: { application/json: { schema: ${schema} } }${more} }`;
}

function returning(schema: string) {
  return { responses: parse(success(schema)) as object };
}

/** Messages of problems, each with the key that it is about. */
export function told(problems: readonly BindingProblem[]): string[] {
  return problems.map(({ kind, key, text, hint }) => `${kind} ${key}: ${text}${hint === undefined ? "" : ` | ${hint}`}`);
}

/** The shape of an error with a schema. */
export function shapeOf(
  schema: string,
  {
    mediaType = "application/json",
    schemas = "{}",
    binding = "",
  }: { mediaType?: string; schemas?: string; binding?: string } = {},
  problems: BindingProblem[] = [],
): ErrorShape | undefined {
  const document = { components: { schemas: parse(schemas) } } as JsonObject;
  const written = binding === "" ? undefined : ownObject({ binding: parse(binding) } as JsonObject, "binding");
  return errorShape(mediaType, parse(schema), document, written, problems);
}
