import { valueAt } from "../json-pointer.js";
import type { Arguments, Call, CallOptions, Middleware, Route } from "./call.js";
import type { AnyActionCall } from "./create-client.js";
import { ClientError } from "./errors.js";

/** How to follow an action by something that the API shows besides the action's results. */
export interface LongRunningResource {
  /** An operation that is given an id, the URL in a header, or the operation that shows the service. */
  readonly by: "operation" | "header" | "service";
  /** The name on the client of the operation that shows it; absent: whatever the URL leads to. */
  readonly method?: string;
  /** The argument of that operation that names it. */
  readonly argument?: string;
  /** JSON pointer to its id, or to the header with its URL, in what the call of the action resolves to. */
  readonly at?: string;
  /** JSON pointer to its state. */
  readonly state: string;
  /** The states that others follow; none: all that are not done. */
  readonly pending: readonly (string | boolean)[];
  /** The states in which it has ended, whether it succeeded or not. */
  readonly done: readonly (string | boolean)[];
  /** Its state where it shows none. */
  readonly absent?: string | boolean;
}

/** What is asked in place of the action that is called. */
type Elsewhere =
  | { readonly method: string; readonly args: Arguments; readonly url?: undefined }
  | { readonly method: string | undefined; readonly url: string };

const elsewhere = Symbol("elsewhere");

interface ElsewhereOptions extends CallOptions {
  readonly [elsewhere]?: Elsewhere;
}

/** What the API shows of what an action has started; `undefined` if the response does not say what that is. */
export async function showResource(
  { by, method, argument, at }: LongRunningResource,
  call: AnyActionCall,
  response: unknown,
  given: CallOptions,
): Promise<unknown> {
  const named = at === undefined ? undefined : valueAt(response, at);
  if (by !== "service" && typeof named !== "string" && typeof named !== "number") return undefined;
  const args = argument === undefined ? {} : { [argument]: named };
  const asked: Elsewhere = method === undefined || by === "header" ? { method, url: `${named as string}` } : { method, args };
  const options: ElsewhereOptions = { ...given, [elsewhere]: asked };
  return call(undefined, options);
}

/**
 * For contracts with actions that are followed by something else than actions: sends what `follow` asks as a call of its own,
 * with the arguments that lead to the service. The outermost middleware.
 */
export function askElsewhere(routes: Readonly<Record<string, Route>>, baseUrl: string): Middleware {
  return (call, next) => {
    const asked = (call.options as ElsewhereOptions)[elsewhere];
    if (!asked) return next(call);
    const { service: _, action: __, ...rest } = call;
    if (asked.url !== undefined) {
      const { security } = call.route;
      const { method: name = "" } = asked;
      const known: Omit<Route, "path"> = routes[name] ?? { method: "GET", ...(security ? { security } : {}) };
      const route: Route = { ...known, path: pathWithin(baseUrl, asked.url, call), isLink: true };
      return next({ ...rest, name: name || rest.name, operation: known.id ?? name, route, args: {} });
    }
    const route = routes[asked.method]!;
    const { action: ___, body: ____, ...target } = call.args;
    const args = { ...target, ...asked.args };
    return next({ ...rest, name: asked.method, operation: route.id ?? asked.method, route, args });
  };
}

/** The path of a URL below that of the API. Credentials are sent there, and nowhere else. */
function pathWithin(baseUrl: string, url: string, { name, route, args }: Call): string {
  const { location } = globalThis as { readonly location?: { readonly href: string } };
  try {
    const base = new URL(`${baseUrl.replace(/\/+$/, "")}/`, location?.href);
    const called = route.path
      .slice(1)
      .replace(/\{([^{}]+)\}/g, (_, parameter: string) => encodeURIComponent(String(args[parameter])));
    const { origin, pathname, search } = new URL(url, new URL(called, base));
    if (origin === base.origin && pathname.startsWith(base.pathname)) {
      // Braces would name parameters.
      const query = search.replaceAll("{", "%7B").replaceAll("}", "%7D");
      const path = `/${pathname.slice(base.pathname.length)}`;
      // Below an empty base two slashes would begin the name of another host; servers may read the others as slashes.
      if (!/^\/\/|%2f|%5c|\/\.{1,2};/i.test(path)) return `${path}${query}`;
    }
  } catch {
    // What the platform says would show the URL.
  }
  throw new ClientError("InvalidResponseError", name, "was answered a URL outside of the API");
}
