import type { FailureMark } from "../facts.js";
import { isMarked } from "../failure-mark.js";
import type { Route } from "./call.js";
import type { ClientContract } from "./create-client.js";

type ReadFailure = NonNullable<ClientContract["readFailure"]>;

/** An operation whose errors may have the status 200. */
export interface MarkedRoute extends Route {
  /** What distinguishes them; absent: none has. */
  readonly marks?: readonly FailureMark[];
  /** Of single actions, by service types and their names. */
  readonly actions?: Readonly<Record<string, Readonly<Record<string, Pick<MarkedRoute, "marks">>>>>;
}

/** For contracts with errors that have the status 200. */
export const readFailure: ReadFailure = ({ route }, response, hide) => {
  const { marks }: MarkedRoute = route;
  if (response.status !== 200 || !marks?.some((mark) => isMarked(response.body, mark))) return undefined;
  // It was read as a success, whose texts are not redacted.
  return { ...response, body: JSON.parse(JSON.stringify(response.body), hide) as unknown };
};
