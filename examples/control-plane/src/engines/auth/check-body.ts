import { actions } from "../../../../../generated/validators/index.js";
import { isStorable } from "../../database/storable.js";
import { isWeak } from "./passwords.js";
import { rejected, type ReadRequest } from "./wire.js";

type Body = Readonly<Record<string, unknown>>;

/** The fields of a route's body, and a check of their values. */
interface Rule {
  readonly fields: readonly string[];
  readonly problem?: (body: Body) => string | undefined;
}

/** By path. Values that reach the platform's own lists must be such as the contract describes. */
const rules: Readonly<Record<string, Rule>> = {
  "/sign-up/email": {
    fields: ["email", "password", "name", "image", "rememberMe"],
    problem: ({ email, password, name }) => {
      if (!isName(name)) return "name must be a text of at most 200 characters";
      return problemOfAddress({ email }) ?? problemOfPassword(password, [email as string, name as string]);
    },
  },
  "/sign-in/email": { fields: ["email", "password", "rememberMe"] },
  "/sign-in/phone-number": { fields: ["phoneNumber", "password", "rememberMe"] },
  "/sign-in/magic-link": { fields: ["email"], problem: problemOfAddress },
  "/request-password-reset": { fields: ["email"], problem: problemOfAddress },
  "/reset-password": {
    fields: ["token", "newPassword"],
    problem: ({ token, newPassword }) =>
      typeof token === "string" ? problemOfPassword(newPassword, []) : "token must be the token of a link",
  },
  "/sign-out": { fields: [] },
  "/revoke-session": { fields: ["token"] },
  "/revoke-sessions": { fields: [] },
  "/revoke-other-sessions": { fields: [] },
  "/change-password": {
    fields: ["currentPassword", "newPassword", "revokeOtherSessions"],
    problem: ({ newPassword }) => problemOfPassword(newPassword, []),
  },
  "/update-user": {
    fields: ["name", "image"],
    problem: ({ name }) => (name === undefined || isName(name) ? undefined : "name must be a text of at most 200 characters"),
  },
};

/** Rejects a body that its route does not take. */
export function checkBody({ path, body = {} }: Pick<ReadRequest, "path" | "body">): void {
  const rule = rules[path];
  const reject = (message: string) => rejected(400, message);
  if (typeof body !== "object" || body === null || Array.isArray(body)) throw reject("The body must be an object.");
  for (const [name, value] of Object.entries(body)) {
    if (!rule?.fields.includes(name)) throw reject("The body has a field that is not known here.");
    if (typeof value === "string" && !isStorable(value)) throw reject(`${name} must not contain NUL or a lone surrogate.`);
    if (typeof value === "object" && value !== null) throw reject(`${name} must not be an object or a list.`);
  }
  const problem = rule?.problem?.(body as Body);
  if (problem !== undefined) throw reject(`${problem}.`);
}

function isName(name: unknown): boolean {
  return name === "" || (typeof name === "string" && fits({ email: "name@example.com", display_name: name }));
}

function problemOfAddress({ email }: Body): string | undefined {
  return typeof email === "string" && fits({ email }) ? undefined : "email must be an e-mail address";
}

/** Returns the problem of a new password. It must not resemble `about`, other facts about the user. */
export function problemOfPassword(password: unknown, about: readonly string[]): string | undefined {
  if (typeof password !== "string" || !fits({ email: "name@example.com", password })) {
    return "the password must have 8 characters at least and 72 bytes at most";
  }
  return isWeak(password, about) ? "the password is too easy to guess" : undefined;
}

/** Whether the contract would take such a user. */
function fits(user: Body): boolean {
  return actions.auth.create_user.body(user);
}
