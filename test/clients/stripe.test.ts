import { expect, test } from "vitest";
import { type AnyCall, serveVariant, variants } from "./adopted.js";
import { load } from "./install.js";

type Intents = Readonly<Record<"retrieve" | "confirm" | "capture" | "cancel", (id: string, options?: object) => Promise<object>>>;
type Stripe = new (key: string, options: object) => { readonly paymentIntents: Intents };

test.for(variants)("stripe calls a server of the %s document, whose forms have brackets", async (variant, { skip }) => {
  const installed = load<Stripe>("stripe", "23.1.0");
  if ("reason" in installed) return skip(installed.reason);
  const intent = { id: "pi_1", object: "payment_intent", amount: 500, status: "requires_confirmation", metadata: {} };
  const seen: unknown[] = [];
  const does =
    (status: string, needs: readonly string[] = [intent.status, "requires_capture"]) =>
    ({ path, body }: AnyCall) => {
      seen.push(body);
      if (path["intent"] !== intent.id) return { status: 404, code: "resource_missing", message: "No such payment_intent." };
      if (!needs.includes(intent.status))
        return { status: 400, code: "payment_intent_unexpected_state", message: `It is ${intent.status}.` };
      intent.status = status;
      Object.assign(intent.metadata, body?.["metadata"]);
      return { status: 200, body: intent };
    };
  const { url, log } = await serveVariant(
    variant,
    "stripe.yaml",
    {
      authenticate: ({ headers }) => (headers["authorization"] === "Bearer sk_test_1" ? {} : undefined),
      operations: {
        GetPaymentIntentsIntent: ({ query }) => (seen.push({ ...query }), { status: 200, body: intent }),
        PostPaymentIntentsIntentConfirm: does("requires_capture"),
        PostPaymentIntentsIntentCapture: does("succeeded", ["requires_capture"]),
        PostPaymentIntentsIntentCancel: does("canceled"),
      },
      actions: {
        payment_intent: {
          confirm: "PostPaymentIntentsIntentConfirm",
          capture: "PostPaymentIntentsIntentCapture",
          cancel: "PostPaymentIntentsIntentCancel",
        },
      },
    },
    ["stripe.additions.yaml"],
  );
  const { hostname: host, port } = new URL(url);
  const connect = (key: string) =>
    new installed.module(key, { host, port, protocol: "http", maxNetworkRetries: 0, telemetry: false });
  const { paymentIntents } = connect("sk_test_1");
  expect(await paymentIntents.retrieve("pi_1", { expand: ["customer"] })).toMatchObject({ status: "requires_confirmation" });
  const data = { type: "card" };
  const confirmed = { expand: ["customer", "invoice"], off_session: true, payment_method_data: data };
  expect(await paymentIntents.confirm("pi_1", confirmed)).toMatchObject({ status: "requires_capture" });
  expect(await paymentIntents.capture("pi_1", { amount_to_capture: 400, metadata: { order: "7" } })).toMatchObject({
    status: "succeeded",
    metadata: { order: "7" },
  });
  expect(seen).toEqual([{ expand: ["customer"] }, confirmed, { amount_to_capture: 400, metadata: { order: "7" } }]);
  await expect(paymentIntents.cancel("pi_1")).rejects.toMatchObject({
    statusCode: 400,
    type: "StripeInvalidRequestError",
    code: "payment_intent_unexpected_state",
    rawType: "invalid_request_error",
  });
  await expect(paymentIntents.cancel("pi_2", { cancellation_reason: "duplicate" })).rejects.toMatchObject({ statusCode: 404 });
  await expect(paymentIntents.capture("pi_1", { amount_to_capture: 0 })).rejects.toMatchObject({ statusCode: 400 });
  await expect(connect("sk_test_2").paymentIntents.cancel("pi_1")).rejects.toMatchObject({ statusCode: 401 });
  expect(log).toEqual([]);
});
