import { type Call, ClientError, type Route, type WriteParameters } from "./call.js";
import { writeChecked } from "./checked-parameters.js";
import { plainText } from "./create-client.js";
import { type StyledRoute, writeStyled } from "./encoding.js";

/** An operation with parameters that contain slashes. */
export interface SegmentRoute extends StyledRoute {
  /** Their segments by the names of their arguments: `*` for one, `**` for the rest, or fixed text. */
  readonly segments?: Readonly<Record<string, string>>;
}

/** For contracts with parameters that contain slashes, which are sent unencoded. */
export const writeSegments: WriteParameters = (call, headers) => writeStyled(withSegments(call), headers);

/** As `writeSegments`, if some values of other parameters have no text of their own. */
export const writeCheckedSegments: WriteParameters = (call, headers) => writeChecked(withSegments(call), headers);

/** A call whose path has the values of these parameters. */
function withSegments(call: Call): Call {
  const { path, segments = {} }: Route & SegmentRoute = call.route;
  const filled = path.replace(/\{([^{}]+)\}/g, (whole, argument: string) => {
    if (!Object.hasOwn(segments, argument)) return whole;
    const value = call.args[argument];
    const given = value === undefined ? [] : plainText(value).split("/");
    // Another path could be that of another operation.
    if (!isFitting(given, segments[argument]!.split("/")))
      throw new ClientError(
        "InvalidCallError",
        call.name,
        `has a parameter ${argument} that is not of the form ${segments[argument]}`,
      );
    return given.map(encodeURIComponent).join("/");
  });
  return { ...call, route: { ...call.route, path: filled } };
}

function isFitting(given: readonly string[], expected: readonly string[]): boolean {
  const hasRest = expected.at(-1) === "**";
  if (hasRest ? given.length < expected.length : given.length !== expected.length) return false;
  return given.every((segment, index) => {
    const wanted = expected[index] ?? "**";
    // Clients resolve dots, even percent-encoded.
    return wanted.startsWith("*") ? !/^(?:\.|%2e){0,2}$/i.test(segment) : segment === wanted;
  });
}
