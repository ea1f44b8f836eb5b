import type { Key, Login, SchemeOptions } from "../client/call.js";

/** The credentials of a client, and their texts, which no result contains. Those that functions return are known once they were sent. */
export interface KnownSecrets extends Pick<SchemeOptions, "token" | "credentials"> {
  readonly secrets: () => readonly string[];
}

/** Watches the credentials of a client. */
export function knownSecrets({ token, credentials = {} }: Pick<SchemeOptions, "token" | "credentials">): KnownSecrets {
  const texts = new Set<string>();
  const watch = (text: string | undefined) => {
    if (text !== undefined) texts.add(text);
    return text;
  };
  const watchKey = (key: Key): Key => {
    if (typeof key !== "function") return watch(key)!;
    return async () => watch(await key())!;
  };
  const watchLogin = (login: Login): Login => {
    watch(login.password);
    return login;
  };
  const watched = Object.entries(credentials).map(([name, one]) => {
    return [name, typeof one === "object" ? watchLogin(one) : one && watchKey(one)] as const;
  });
  return {
    ...(token !== undefined && {
      token: typeof token === "function" ? async (rejected?: string) => watch(await token(rejected)) : watch(token)!,
    }),
    credentials: Object.fromEntries(watched),
    secrets: () => [...texts],
  };
}
