import { valueAt } from "../../../../../templates/runtime/json.js";
import { explainErrors, type Explanation } from "../../../../../templates/runtime/server/errors.js";
import { listErrors, type SchemaData } from "../../../../../templates/runtime/validators/all-errors.js";
import { linearPattern } from "../../../../../templates/runtime/validators/linear-pattern.js";
import type { ValidationError } from "../../../../../templates/runtime/json.js";
import type { JsonValue } from "../../../../document/json-value.js";
import type { TryPage, TryParameter } from "../try-page.js";
import { isRecord } from "./fits.js";

/** Validates what a page sends and receives, by the rules and in the words of the servers of the contract. */
export interface Checks {
  /** The reasons to reject parameters, by the names of their arguments; absent: they are valid. */
  parameters(args: Readonly<Record<string, unknown>>): Explanation | undefined;
  /** The reasons to reject a body. */
  body(value: unknown): Explanation | undefined;
  /** What a response violates. */
  response(status: number, type: string, body: unknown): readonly string[];
}

/** The maximum number of listed errors. */
const maxErrors = 1000;

/** Creates the checks of a page. */
export function createChecks(page: TryPage): Checks {
  const known = new Map<number, SchemaData>();
  const dataOf = (index: number): SchemaData => {
    let data = known.get(index);
    if (!data) {
      const { refs = [], isLinear, ...rest } = page.schemas[index]!;
      known.set(index, (data = { ...rest, ...(isLinear && { linearPattern }), refs: () => refs.map(dataOf) }));
    }
    return data;
  };
  // A value that takes too long to validate is not known to be invalid.
  const errorsOf = (index: number, value: unknown) => listErrors(dataOf(index), value as JsonValue, maxErrors) ?? [];
  return {
    parameters: (args) => explainIfAny(page.parameters, args, errorsOf),
    body(value) {
      const { check, at } = page.body ?? {};
      if (check === undefined || value === undefined) return undefined;
      const [sent, files] = withoutFiles(value);
      const errors = errorsOf(check, sent).filter(({ instancePath, params }) => {
        return !files.includes(`${instancePath}/${String(params["missingProperty"])}`);
      });
      if (errors.length === 0) return undefined;
      return explained(errors.map((error) => ({ ...error, instancePath: at + error.instancePath })));
    },
    response(status, type, body) {
      const declared = statusOf(page, status);
      if (declared === undefined) return [`the status ${status} is not declared`];
      const ofStatus = page.responses.filter((response) => response.status === declared);
      const response =
        ofStatus.find(({ mediaType }) => mediaType === type) ?? ofStatus.find(({ mediaType }) => mediaType === undefined);
      const isJson = /[/+]json$/.test(type);
      const own = response?.check === undefined || !isJson ? [] : errorsOf(response.check, body);
      return [...textsOf(own, ""), ...(status >= 200 && status < 300 && isJson ? resultProblems(page, body, errorsOf) : [])];
    },
  };
}

type ErrorsOf = (index: number, value: unknown) => readonly ValidationError[];

function explained(errors: readonly ValidationError[], of: "body" | "parameters" = "body"): Explanation {
  const { text, details } = explainErrors(errors, of);
  return { text: `${text}.`, details };
}

/** Parameters are checked together by location, as servers read them. */
function explainIfAny(
  parameters: readonly TryParameter[],
  args: Readonly<Record<string, unknown>>,
  errorsOf: ErrorsOf,
): Explanation | undefined {
  const errors = (["path", "query", "querystring", "header", "cookie"] as const).flatMap((place): readonly ValidationError[] => {
    const all = parameters.filter((parameter) => parameter.in === place);
    const [first] = all;
    if (first === undefined) return [];
    if (place === "querystring") {
      const value = args[first.argument];
      const found = value === undefined ? [] : errorsOf(first.check, value);
      return found.map((error) => ({ ...error, instancePath: `/querystring${error.instancePath}` }));
    }
    const given = all.flatMap(({ name, argument }) => {
      const value = args[argument];
      return value === undefined ? [] : [[place === "header" ? name.toLowerCase() : name, value] as const];
    });
    return errorsOf(first.check, Object.fromEntries(given));
  });
  return errors.length === 0 ? undefined : explained(errors, "parameters");
}

/** Files are checked by servers only; returns their locations, too. */
function withoutFiles(value: unknown): [rest: unknown, files: readonly string[]] {
  if (!isRecord(value)) return [value, []];
  const files = Object.entries(value).filter(
    ([, part]) => part instanceof Blob || (Array.isArray(part) && part.some((one) => one instanceof Blob)),
  );
  const names = files.map(([name]) => name);
  return [Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name))), names.map((name) => `/${name}`)];
}

/** The declared status that a response has: its own, its class, or the default. */
function statusOf({ responses }: TryPage, status: number): string | undefined {
  const names = [`${status}`, `${String(status)[0]}XX`, "default"];
  return names.map((name) => responses.find((one) => one.status.toUpperCase() === name.toUpperCase())?.status).find(Boolean);
}

/** What the facts of an action in a success violate. */
function resultProblems({ result }: TryPage, body: unknown, errorsOf: ErrorsOf): string[] {
  if (!result) return [];
  const { at, statusAt, statuses, check } = result;
  const value = at === undefined ? undefined : at === "" ? body : valueAt(body, at);
  const status = statusAt === undefined ? undefined : valueAt(body, statusAt);
  return [
    ...(value === undefined ? [] : textsOf(errorsOf(check, value), at!)),
    ...(typeof status === "string" && statuses.length > 0 && !statuses.includes(status)
      ? [`${statusAt} must be one of ${statuses.join(", ")}`]
      : []),
  ];
}

function textsOf(errors: readonly ValidationError[], at: string): string[] {
  const { details } = explainErrors(errors.map((error) => ({ ...error, instancePath: at + error.instancePath })));
  return details.map(({ pointer, message }) => `${pointer || "the body"} ${message}`);
}
