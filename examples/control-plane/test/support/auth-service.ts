import type { ActionName, AuthActions } from "../../../../generated/actions.js";
import type { components } from "../../../../generated/types.js";
import { createService } from "../../src/services/create-service.js";
import { tablesOf, type Tables } from "../../src/engines/auth/tables.js";
import type { Api } from "./api.js";
import type { Plane } from "./control-plane.js";

/** The descriptor of an auth service. */
export type Descriptor = components["schemas"]["AuthCredentialDescriptor"];

/** An auth service, its actions and its endpoint. */
export interface AuthFixture {
  readonly id: string;
  readonly tables: Tables;
  readonly descriptor: Descriptor;
  act<Name extends ActionName<"auth">>(
    action: Name,
    body?: AuthActions[Name]["body"],
  ): Promise<{ status: string; result: AuthActions[Name]["result"] }>;
  /** The status and the error of an action that is rejected. */
  reject(action: string, body?: unknown): Promise<[number, string]>;
  /** The credential as it is now. */
  reveal(): Promise<Descriptor>;
  /** Calls the endpoint as a browser does that keeps no cookies. */
  call<Body = Record<string, unknown>>(path: string, options?: CallOptions): Promise<Response<Body>>;
  /** Signs a user up and returns who that is. */
  signUp(email: string, password?: string): Promise<SignedIn>;
  signIn(email: string, password?: string): Promise<Response<{ code?: string }>>;
}

interface CallOptions {
  readonly body?: unknown;
  readonly token?: string | null;
  readonly key?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Response<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

/** A user with a session. */
interface SignedIn {
  readonly userId: string;
  /** The bearer token of later requests. */
  readonly token: string;
  readonly cookie: string;
}

/** A password that nobody would guess. */
export const password = "correct horse battery";

/** Creates an auth service and waits until it is active. */
export async function provisionAuth(plane: Plane, name = "accounts", projectId = plane.projectId): Promise<AuthFixture> {
  const { platform, api } = plane;
  const created = await createService(platform.database, { projectId, type: "auth", plan: "standard", name });
  if ("rejected" in created) throw new Error(created.rejected);
  platform.worker.wake();
  await api.waitFor(created.id, "active");
  return authFixture(plane.api, plane.projectId, created.id);
}

/** The fixture of a service that is there. */
export async function authFixture(api: Api, projectId: string, id: string): Promise<AuthFixture> {
  const reveal = async () => JSON.parse((await api.reveal(id)).body.value) as Descriptor;
  const descriptor = await reveal();
  const call: AuthFixture["call"] = async (path, { body, token, key = descriptor.publishable_key, headers = {} } = {}) => {
    const response = await fetch(`${descriptor.endpoint}${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        origin: "https://app.example",
        ...(key === "" ? {} : { apikey: key }),
        ...(typeof token === "string" ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: (text === "" ? null : JSON.parse(text)) as never };
  };
  return {
    id,
    tables: tablesOf({ id }),
    descriptor,
    reveal,
    call,
    act(action, body) {
      const calls = api.client.auth({ project_id: projectId, service_id: id });
      // Only the caller knows the action.
      const invoke = calls[action] as unknown as (body: unknown) => ReturnType<AuthFixture["act"]>;
      return invoke(body ?? {}) as never;
    },
    async reject(action, body) {
      const { status, body: error } = await api.invoke(id, action, body);
      return [status, error?.error?.split(":", 1)[0] ?? ""];
    },
    async signUp(email, secret = password) {
      const { status, headers, body } = await call<{ user: { id: string } }>("/sign-up/email", {
        body: { email, password: secret, name: email.split("@", 1)[0] },
      });
      if (status !== 200) throw new Error(`Sign-up got ${status}`);
      const cookie = headers
        .getSetCookie()
        .map((text) => text.split(";", 1)[0])
        .join("; ");
      return { userId: body.user.id, token: headers.get("set-auth-token")!, cookie };
    },
    signIn: (email, secret = password) => call("/sign-in/email", { body: { email, password: secret } }),
  };
}
