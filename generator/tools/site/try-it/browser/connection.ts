import type { TryCredential, TryPage } from "../try-page.js";
import { labelInput } from "./control.js";
import { create, createId } from "./dom.js";
import type { Entered } from "./request.js";

/** The address of the API and the reader's credentials: only this object knows them, as long as the page is open. */
export interface Connection {
  readonly element: HTMLElement;
  baseUrl(): string;
  credentials(): Entered["credentials"];
  /** Why a request to an address can't be sent from this page; absent: it can. */
  obstacle(url: string): string | undefined;
}

/** Creates the part of the form that asks for them. */
export function createConnection({ servers, origins, credentials }: TryPage, changed: () => void): Connection {
  const isHttp = /^https?:$/.test(location.protocol);
  // Paths are those of this site.
  const urls = servers.map((url) => (isHttp ? new URL(url, location.origin).href.replace(/\/$/, "") : url));
  const [first = isHttp ? location.origin : ""] = urls;
  const list = create("datalist", { id: createId() }, ...urls.map((url) => create("option", { value: url })));
  const address = create("input", { type: "text", inputmode: "url", autocomplete: "off", spellcheck: "false", list: list.id });
  address.value = first;
  address.addEventListener("input", changed);
  const fields = credentials.flatMap((credential) => {
    return namesOf(credential).map(({ part, label, about }) => {
      const input = create("input", {
        type: part === "username" ? "text" : "password",
        autocomplete: "off",
        spellcheck: "false",
      });
      input.addEventListener("input", changed);
      const { element } = labelInput(input, { text: label }, { type: "", about });
      return { credential, part, input, element };
    });
  });
  const element = create(
    "fieldset",
    {},
    create("legend", {}, "API"),
    create(
      "div",
      { class: "parts" },
      labelInput(address, { text: "base URL" }, { type: "" }).element,
      list,
      ...fields.map((field) => field.element),
    ),
    create(
      "p",
      { class: "about" },
      "Kept in the memory of this page only, until it is closed. Nothing is sent before you press Send.",
    ),
  );
  return {
    element,
    baseUrl: () => address.value.trim().replace(/\/+$/, ""),
    credentials() {
      const given: Record<string, string | { username: string; password: string }> = {};
      let token: string | undefined;
      for (const { credential, part, input } of fields) {
        if (input.value === "") continue;
        const { scheme, type } = credential;
        if (type === "bearer") token = input.value;
        else if (type === "key") given[scheme] = input.value;
        else given[scheme] = { username: "", password: "", ...(given[scheme] as object), [part]: input.value };
      }
      return { ...(token !== undefined && { token }), credentials: given };
    },
    obstacle(url) {
      if (!URL.canParse(url, location.href)) return "The base URL is not a URL.";
      const { protocol, origin } = new URL(url, location.href);
      if (!/^https?:$/.test(protocol)) return "The base URL has to start with https:// or http://.";
      if (origins.includes(origin) || (isHttp && origin === location.origin)) return undefined;
      return `The policy of this page allows no calls of ${origin}. Build the site with: openapi-actions docs --try --try-server ${origin}`;
    },
  };
}

function namesOf({ type, scheme, in: place, name }: TryCredential): { part: string; label: string; about: string }[] {
  switch (type) {
    case "bearer":
      return [{ part: "token", label: "token", about: "Sent as Authorization: Bearer." }];
    case "basic":
      return [
        { part: "username", label: "user name", about: `For ${scheme}.` },
        { part: "password", label: "password", about: `For ${scheme}.` },
      ];
    case "key":
      return [
        {
          part: "key",
          label: name ?? scheme,
          about:
            place === "cookie"
              ? "A cookie, which only the API itself can set in a browser."
              : `Sent in the ${place === "query" ? "query" : "header"} ${name}.`,
        },
      ];
    default:
      return [];
  }
}
