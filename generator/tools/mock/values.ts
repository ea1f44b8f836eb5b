import { problemsOf } from "./files.js";

/** Thrown for tokens, replies or a state of another form than docs/mock.md shows. */
export class MockValueError extends TypeError {
  override get name(): string {
    return "MockValueError";
  }
}

/** Throws a `MockValueError` if a value that a program gives to a mock has another form. */
export function checkValue(what: "tokens" | "replies" | "state", value: unknown): void {
  const problems = problemsOf(what, value);
  if (problems.length > 0) throw new MockValueError(`the ${what} of the mock are invalid: ${problems.slice(0, 5).join("; ")}`);
}
