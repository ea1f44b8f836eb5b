import type { Explanation } from "../../../../../templates/runtime/server/errors.js";
import type { TryPage } from "../try-page.js";
import { createBodyEditor } from "./body-editor.js";
import { createChecks } from "./checks.js";
import { confirmByName } from "./confirm.js";
import { createConnection } from "./connection.js";
import type { FormContext, Problems } from "./control.js";
import { createControl } from "./controls.js";
import { create, createButton } from "./dom.js";
import { everywhere } from "./single-controls.js";
import { writeRequest, type Entered, type WrittenRequest } from "./request.js";
import { createResponseView, type Received } from "./response-view.js";
import { clientOf, curlOf, httpOf, placeholderCredentials } from "./samples.js";
import { send } from "./send.js";
import { createServiceView } from "./service-view.js";

/** Creates the form of a page, and everything below it. */
export function createPanel(page: TryPage): HTMLElement {
  const checks = createChecks(page);
  const context: FormContext = { shared: page.shared, broken: new Set(), changed: () => void update() };
  const connection = createConnection(page, context.changed);
  const parameters = page.parameters
    .filter(({ fixed }) => fixed === undefined)
    .map((parameter) => {
      const { name, isRequired, field, example } = parameter;
      const control = createControl(field, { text: name, isRequired }, context);
      if (example !== undefined) control.write(example);
      return { parameter, control };
    });
  const envelope = page.envelope && createControl(page.envelope, { text: "common members" }, context);
  const body = page.body && createBodyEditor(page.body, context);
  const [curl, client, http] = [createSample("curl"), createSample("Client"), createSample("HTTP")];
  const verdict = create("p", { class: "verdict", role: "status" });
  const view = createResponseView(page.secrets);
  const service = page.service && createServiceView(page.service);
  const sendButton = createButton("Send", () => void submit(), { class: "send" });
  const stopButton = createButton("Stop", () => stop?.abort());
  stopButton.hidden = true;
  let stop: AbortController | undefined;
  let wasSubmitted = false;
  let updates = 0;

  void update();
  const form = create(
    "form",
    { class: "try", autocomplete: "off" },
    connection.element,
    ...(parameters.length === 0
      ? []
      : [
          create(
            "fieldset",
            {},
            create("legend", {}, "Parameters"),
            create("div", { class: "parts" }, ...parameters.map(({ control }) => control.element)),
          ),
        ]),
    envelope?.element,
    body?.element,
    create("div", { class: "samples" }, curl.element, client.element, http.element),
    verdict,
    create("p", { class: "buttons" }, sendButton, stopButton),
    service?.element,
    view.element,
  );
  // Enter sends nothing: only the button does.
  form.addEventListener("submit", (event) => event.preventDefault());
  return form;

  function read(): Entered {
    const fixed = page.parameters.flatMap((one) => (one.fixed === undefined ? [] : [[one.argument, one.fixed] as const]));
    const given = parameters.flatMap(({ parameter, control }) => {
      const value = control.read();
      const { kind } = parameter.field;
      // Objects and lists have a value before anybody enters one.
      const isEmpty =
        (kind === "object" || kind === "list") && !parameter.isRequired && /^(?:\{\}|\[\])$/.test(JSON.stringify(value));
      return value === undefined || isEmpty ? [] : [[parameter.argument, value] as const];
    });
    return {
      baseUrl: connection.baseUrl(),
      credentials: connection.credentials(),
      args: Object.fromEntries([...fixed, ...given]),
      body: body?.read(),
      envelope: envelope?.read(),
    };
  }

  /** Validates what was entered, and writes the samples anew. */
  async function update(): Promise<void> {
    const turn = ++updates;
    const entered = read();
    const { texts } = check(entered);
    const text = textOf(texts);
    verdict.className = `verdict ${text === undefined ? "good" : wasSubmitted ? "bad" : ""}`;
    verdict.textContent = text ?? "Valid: it can be sent.";
    client.show(clientOf(page, entered));
    const hidden = { ...entered, credentials: placeholderCredentials(page, entered.credentials), args: withNames(entered.args) };
    const written = await writeRequest(page, hidden).catch((error: unknown) => (error instanceof Error ? error.message : ""));
    if (turn !== updates) return;
    const isWritten = typeof written !== "string";
    curl.show(isWritten ? curlOf(absolute(written), page.client.isSequence) : written);
    http.show(isWritten ? httpOf(written) : written);
  }

  /** Missing parameters of the path, by their names, so that there is a request to show. */
  function withNames(args: Entered["args"]): Entered["args"] {
    const missing = page.parameters.filter((one) => one.in === "path" && args[one.argument] === undefined);
    return { ...Object.fromEntries(missing.map(({ argument, name }) => [argument, `<${name}>`])), ...args };
  }

  /** Shows every problem next to its control, and returns the texts of all. */
  function check({ args, body: value }: Entered): { readonly texts: readonly string[] } {
    const [ofParameters, ofBody] = [checks.parameters(args), checks.body(value)];
    const isMissing = page.body?.isRequired === true && value === undefined;
    const broken = context.broken.size > 0 ? ["Some of the JSON can't be read."] : [];
    const always: [string, string][] = wasSubmitted ? [[everywhere, ""]] : [];
    for (const { parameter, control } of parameters) {
      const name = parameter.in === "header" ? parameter.name.toLowerCase() : parameter.name;
      control.report(problemsOf(ofParameters, always), parameter.in === "querystring" ? "/querystring" : `/${name}`);
    }
    body?.report(problemsOf(ofBody, always));
    return {
      texts: [
        ...broken,
        ...(isMissing ? ["the body is required."] : []),
        ...[ofParameters, ofBody].flatMap((one) => one?.text ?? []),
      ],
    };
  }

  async function submit(): Promise<void> {
    wasSubmitted = true;
    await update();
    const entered = read();
    const problem = textOf(check(entered).texts);
    if (problem !== undefined) {
      view.tell("Not sent: the API would reject it.", "bad");
      document.querySelector<HTMLElement>(".try [aria-invalid]")?.focus();
      return;
    }
    try {
      const request = absolute(await writeRequest(page, entered));
      const obstacle = connection.obstacle(request.url);
      if (obstacle !== undefined) return view.tell(obstacle, "bad");
      const line = `${request.method} ${new URL(request.url).pathname}`;
      if (page.isDestructive && !(await confirmByName(page.name, line))) return view.tell("Not sent.");
      await exchange(request);
    } catch (error) {
      view.tell(error instanceof Error ? `Not sent: ${error.message}.` : "Not sent.", "bad");
    }
  }

  async function exchange(request: WrittenRequest): Promise<void> {
    view.tell("Sending…");
    service?.clear();
    stop?.abort();
    const controller = new AbortController();
    stop = controller;
    stopButton.hidden = false;
    const hasCookies = page.credentials.some((credential) => credential.in === "cookie");
    try {
      const show = (received: Received) => {
        view.show(received);
        if (received.took !== undefined) service?.show(received);
      };
      await send(request, { checks, signal: controller.signal, hasCookies, show });
    } catch {
      const { origin } = new URL(request.url);
      if (controller.signal.aborted) view.tell("Stopped.");
      else
        view.tell(
          `No response. ${origin} can't be reached, or it doesn't let pages of ${location.origin} call it (CORS).`,
          "bad",
        );
    } finally {
      stopButton.hidden = stop === controller;
    }
  }
}

/** The problems of one part, by JSON pointer. */
function problemsOf(explanation: Explanation | undefined, always: readonly [string, string][]): Problems {
  const problems = new Map<string, string>(always);
  for (const { pointer = "", message } of explanation?.details ?? []) {
    const at = pointer === "" || pointer.startsWith("/") ? pointer : `/${pointer}`;
    const before = problems.get(at);
    problems.set(at, before === undefined ? message : `${before}; ${message}`);
  }
  return problems;
}

function textOf(texts: readonly string[]): string | undefined {
  return texts.length === 0 ? undefined : texts.join(" ");
}

/** A request with the whole URL, for an address that is a path of this site. */
function absolute(request: WrittenRequest): WrittenRequest {
  return { ...request, url: URL.canParse(request.url, location.href) ? new URL(request.url, location.href).href : request.url };
}

/** One view of the request. */
function createSample(name: string): { readonly element: HTMLElement; show(text: string): void } {
  const code = create("code");
  const pre = create("pre", {}, code);
  const details = create("details", name === "curl" ? { open: "" } : {}, create("summary", {}, name), pre);
  return { element: details, show: (text) => void (code.textContent = text) };
}
