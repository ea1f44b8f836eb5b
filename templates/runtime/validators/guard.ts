/** What is wrong with a value, and where. It names fields and rules; the value itself never stands in it. */
export interface ValidationError {
  /** JSON pointer to the part of the value that fails; empty: the value itself. */
  readonly instancePath: string;
  /** JSON pointer to the rule. */
  readonly schemaPath: string;
  readonly keyword: string;
  /** What the rule asks for, such as `{ limit: 5 }`. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly message: string;
  /** Set where the name of a property fails, not its value. */
  readonly propertyName?: string;
}

/** Tells whether a value fits a schema. After a rejection `errors` says why; the next call replaces it. */
export interface Guard<Type> {
  (value: unknown): value is Type;
  readonly errors: readonly ValidationError[] | null;
}

/** The guards of one action. */
export interface ActionGuards<Action extends { readonly body: unknown; readonly result: unknown }> {
  readonly body: Guard<Action["body"]>;
  readonly result: Guard<Action["result"]>;
}

/** Makes a guard of a generated function. It stops at the first error and never throws for a JSON value. */
export function guard<Type>(validate: Validate): Guard<Type> {
  const check = (value: unknown): value is Type => {
    check.errors = run(validate, value);
    return check.errors === null;
  };
  check.errors = null as readonly ValidationError[] | null;
  return check;
}

/** Makes the guards of one action. */
export function actionGuards<Action extends { readonly body: unknown; readonly result: unknown }>(
  body: Validate,
  result: Validate,
): ActionGuards<Action> {
  return { body: guard(body), result: guard(result) };
}

/** A generated function. After it answered `false`, its property `errors` has the reasons. */
export interface Validate {
  (value: unknown): boolean;
  errors?: FoundErrors | null;
}

/** Alternatives can have more errors than anybody reads. */
const mostErrors = 1000;

/** Runs a generated function: its errors, or `null` for a value that fits. Values nested too deeply are refused. */
export function run(validate: Validate, value: unknown, limit = mostErrors): readonly ValidationError[] | null {
  try {
    return validate(value) ? null : listErrors(validate.errors!, limit);
  } catch (error) {
    if (isStackOverflow(error)) return tooDeep;
    throw error;
  } finally {
    forget();
  }
}

const tooDeep: readonly ValidationError[] = [
  { instancePath: "", schemaPath: "#", keyword: "depth", params: {}, message: "must NOT be nested so deeply" },
];

/** V8 and JavaScriptCore throw a RangeError, SpiderMonkey an InternalError. */
function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError || (error instanceof Error && error.name === "InternalError");
}

// What validators keep in mind while one value is being checked. It may have changed when it is checked again.
const verdicts = new Map<Validate, Map<object, FoundErrors | null>>();

const escapedNames = new Map<string, string>();

let depth = 0;

/** Recursive references within each other that no stack is too small for. */
const deepest = 1000;

/** Forgets everything: a value has been checked. */
export function forget(): void {
  depth = 0;
  if (verdicts.size > 0) verdicts.clear();
  if (escapedNames.size > 0) escapedNames.clear();
}

/**
 * Calls the validator of a recursive schema, once for each part of a value. Alternatives would otherwise look at the same
 * part again and again, twice as often at each level. Throws a `RangeError` where a value nests too deeply.
 */
export function recall(validate: Validate, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return validate(value);
  let known = verdicts.get(validate);
  if (!known) verdicts.set(validate, (known = new Map()));
  const errors = known.get(value);
  if (errors !== undefined) {
    validate.errors = errors;
    return errors === null;
  }
  if (++depth > deepest) throw new RangeError("nested too deeply");
  const fits = validate(value);
  depth--;
  known.set(value, fits ? null : validate.errors!);
  return fits;
}

/** Shorter names are escaped again sooner than they are found. */
const longName = 100;

/** A property's name as JSON pointers have it. One that is very long may stand in the path of many an error. */
export function escapeName(name: string): string {
  if (name.length < longName) return escape(name);
  let escaped = escapedNames.get(name);
  if (escaped === undefined) escapedNames.set(name, (escaped = escape(name)));
  return escaped;
}

function escape(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** What a generated function found: errors, and those that the function of a part of the value found. */
export type FoundErrors = readonly (ValidationError | PartErrors)[];

/** Paths of `errors` start where `path` leads. */
export interface PartErrors {
  readonly path: string;
  readonly errors: FoundErrors;
}

/**
 * At most `limit` of what was found, with paths from the whole value. Alternatives within each other have twice as many
 * errors at each level: they are kept as a tree, and only as many are listed as are wanted.
 */
export function listErrors(found: FoundErrors, limit: number): ValidationError[] {
  const list: ValidationError[] = [];
  collect(found, "", Math.max(limit, 1), list);
  return list;
}

function collect(found: FoundErrors, path: string, limit: number, list: ValidationError[]): void {
  for (let index = 0; index < found.length && list.length < limit; index++) {
    const item = found[index]!;
    if ("errors" in item) collect(item.errors, path + item.path, limit, list);
    else list.push(path === "" ? item : { ...item, instancePath: path + item.instancePath });
  }
}
