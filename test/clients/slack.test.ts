import { expect, test } from "vitest";
import { type AnyCall, serveVariant, variants } from "./adopted.js";
import { load } from "./install.js";

type Method = (options?: object) => Promise<object>;
interface Slack {
  readonly WebClient: new (
    token: string,
    options: object,
  ) => {
    readonly auth: { readonly test: Method };
    readonly chat: { readonly postMessage: Method; readonly delete: Method };
    readonly conversations: { readonly archive: Method; readonly join: Method };
  };
}

test.for(variants)(
  "@slack/web-api calls a server of the %s document, whose failures have the status 200",
  async (variant, { skip }) => {
    const installed = load<Slack>("@slack/web-api", "8.2.0");
    if ("reason" in installed) return skip(installed.reason);
    const seen: unknown[] = [];
    const archived = new Set<unknown>();
    const withChannel =
      (does: (body: Readonly<Record<string, unknown>>) => object) =>
      ({ body = {} }: AnyCall) => {
        seen.push({ ...body });
        if (body["channel"] !== "C1") return { status: 404, code: "channel_not_found", message: "There is no such channel." };
        if (archived.has("C1")) return { status: 409, code: "is_archived", message: "It is archived." };
        return { status: 200, body: { ok: true, ...does(body) } };
      };
    const { url, log } = await serveVariant(
      variant,
      "slack.yaml",
      {
        authenticate: ({ headers }) => (headers["authorization"] === "Bearer xoxb-1" ? {} : undefined),
        operations: {
          auth_test: () => ({ status: 200, body: { ok: true } }),
          chat_postMessage: withChannel(({ channel }) => ({ channel, ts: "17.1" })),
          chat_delete: withChannel(() => ({})),
          conversations_archive: withChannel(({ channel }) => (archived.add(channel), {})),
          conversations_join: withChannel(() => ({})),
        },
        actions: {
          chat: { postMessage: "chat_postMessage", delete: "chat_delete" },
          conversation: { archive: "conversations_archive", join: "conversations_join" },
        },
      },
      ["slack.additions.yaml"],
    );
    const connect = (token: string) =>
      new installed.module.WebClient(token, { slackApiUrl: `${url}/api/`, retryConfig: { retries: 0 }, logLevel: "error" });
    const slack = connect("xoxb-1");
    expect(await slack.auth.test()).toMatchObject({ ok: true });
    // Booleans and blocks are text in its forms.
    const blocks = [{ type: "section", text: { type: "plain_text", text: "Hello" } }];
    expect(await slack.chat.postMessage({ channel: "C1", text: "Hello", mrkdwn: false, blocks })).toMatchObject({
      ok: true,
      ts: "17.1",
    });
    expect(await slack.chat.delete({ channel: "C1", ts: "17.1" })).toMatchObject({ ok: true });
    expect(await slack.conversations.join({ channel: "C1" })).toMatchObject({ ok: true });
    expect(await slack.conversations.archive({ channel: "C1" })).toMatchObject({ ok: true });
    expect(seen[0]).toEqual({ channel: "C1", text: "Hello", mrkdwn: false, blocks: JSON.stringify(blocks) });
    const failsWith = (error: string) => ({ code: "slack_webapi_platform_error", data: { ok: false, error } });
    await expect(slack.chat.postMessage({ channel: "C1", text: "Late" })).rejects.toMatchObject(failsWith("is_archived"));
    await expect(slack.conversations.join({ channel: "C2" })).rejects.toMatchObject(failsWith("channel_not_found"));
    await expect(connect("xoxb-2").auth.test()).rejects.toMatchObject(failsWith("not_authed"));
    expect(log).toEqual([]);
  },
);
