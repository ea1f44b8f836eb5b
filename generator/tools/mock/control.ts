import { readBody, type ServerRequest, type ServerResponse } from "../../../templates/runtime/server/http.js";
import { splitTarget } from "../../../templates/runtime/server/router.js";
import type { Reply } from "./replies.js";
import { MockValueError } from "./values.js";
import type { MockState, StateData } from "./state.js";

/** The largest body of a request that sets the state. */
const maxBytes = 67_108_864;

/** What can be controlled. */
interface Controlled {
  readonly state: MockState;
  readonly setState: (data: Partial<StateData>) => void;
  readonly requests: readonly object[];
  readonly respond: (reply: Reply) => void;
  readonly reset: () => void;
}

/** Responds to a request that controls the mock; `undefined` if it is one to the API. */
export async function handleControl(mock: Controlled, request: ServerRequest): Promise<ServerResponse | undefined> {
  const { path = "" } = splitTarget(request.url, "");
  if (!path.startsWith("/__mock/")) return undefined;
  const routes: Readonly<Record<string, () => Promise<unknown>>> = {
    "GET /__mock/state": () => Promise.resolve(mock.state.read()),
    "PUT /__mock/state": async () => {
      const data = (await readJson(request)) as StateData;
      mock.setState(data);
      return mock.state.read();
    },
    "POST /__mock/reset": () => {
      mock.reset();
      return Promise.resolve({});
    },
    "GET /__mock/requests": () => Promise.resolve(mock.requests),
    "POST /__mock/replies": async () => {
      mock.respond((await readJson(request)) as Reply);
      return {};
    },
  };
  const route = routes[`${request.method} ${path}`];
  if (!route) return json(404, { error: `There is only ${Object.keys(routes).join(", ")}.` });
  try {
    return json(200, await route());
  } catch (error) {
    return json(400, { error: error instanceof MockValueError ? error.message : "The body must be a JSON object." });
  }
}

async function readJson(request: ServerRequest): Promise<object> {
  const bytes = await readBody(request.body, maxBytes);
  const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new TypeError("not an object");
  return value;
}

function json(status: number, body: unknown): ServerResponse {
  return { status, headers: { "content-type": "application/json" }, body: JSON.stringify(body, undefined, 2) };
}
