import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { signWebhook } from "@/lib/core/webhooks/sign-webhook";
import { type SignedWebhook, verifyWebhook, WebhookVerificationError } from "./webhooks";

const secret = `whsec_${randomBytes(32).toString("base64")}`;
const payload = JSON.stringify({ id: "evt_1", type: "payment.completed", note: "£ и €" });

/** A webhook as Stipend sends it, some seconds ago. */
function webhook(change: Partial<SignedWebhook> = {}, secondsAgo = 0): SignedWebhook {
  const sentAt = new Date(Date.now() - secondsAgo * 1_000);
  const headers = signWebhook(secret, { id: "evt_1", body: payload, sentAt });
  return { payload, secret, headers, ...change };
}

const faultOf = async (given: SignedWebhook) => {
  const error: unknown = await verifyWebhook(given).catch((reason: unknown) => reason);
  return error instanceof WebhookVerificationError ? error.reason : error;
};

describe("a webhook of Stipend's", () => {
  test("is its event, whatever the body comes as and the headers are kept in", async () => {
    const signed = webhook();
    const headers = signed.headers as Record<string, string>;
    const shapes: SignedWebhook[] = [
      signed,
      { ...signed, payload: new TextEncoder().encode(payload) },
      { ...signed, payload: Buffer.from(payload) },
      { ...signed, headers: new Headers(headers) },
      { ...signed, headers: { "Webhook-Id": ["evt_1"], ...upper(headers) } },
      { ...signed, secret: [`whsec_${randomBytes(32).toString("base64")}`, secret] },
      webhook({}, 290),
    ];
    for (const shape of shapes) {
      expect(await verifyWebhook(shape)).toMatchObject({ id: "evt_1", note: "£ и €" });
    }
  });

  test("may carry several signatures, of which one counts", async () => {
    const signed = webhook();
    const { "webhook-signature": right = "", ...others } = signed.headers as Record<string, string>;
    const signature = `v1,${Buffer.alloc(32).toString("base64")} v2,abc ${right}`;
    const headers = { ...others, "webhook-signature": signature };
    expect(await faultOf({ ...signed, headers })).not.toBeInstanceOf(Error);
    const none = { ...others, "webhook-signature": right.replace("v1,", "v2,") };
    expect(await faultOf({ ...signed, headers: none })).toBe("signature_mismatch");
  });
});

const upper = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]));

describe("anything else is refused, by its fault", () => {
  const headersWith = (change: Record<string, string>) => ({
    ...(webhook().headers as Record<string, string>),
    ...change,
  });
  test.each<[string, () => SignedWebhook]>([
    ["timestamp_too_old", () => webhook({}, 310)],
    ["timestamp_in_future", () => webhook({}, -310)],
    ["timestamp_too_old", () => webhook({ toleranceSeconds: 5 }, 10)],
    [
      "timestamp_malformed",
      () => webhook({ headers: headersWith({ "webhook-timestamp": "soon" }) }),
    ],
    ["signature_mismatch", () => webhook({ payload: `${payload} ` })],
    ["signature_mismatch", () => webhook({ headers: headersWith({ "webhook-id": "evt_2" }) })],
    [
      "signature_mismatch",
      () => webhook({ headers: headersWith({ "webhook-signature": "v1,%" }) }),
    ],
    [
      "signature_mismatch",
      () => webhook({ secret: `whsec_${Buffer.alloc(32).toString("base64")}` }),
    ],
    ["header_missing", () => webhook({ headers: headersWith({ "webhook-signature": "" }) })],
    ["header_missing", () => webhook({ headers: {} })],
    ["secret_malformed", () => webhook({ secret: "sk_test_1" })],
    ["secret_malformed", () => webhook({ secret: "whsec_" })],
    ["payload_malformed", () => ({ ...webhook(), ...signedText("not JSON") })],
  ])("%s", async (fault, make) => {
    expect(await faultOf(make())).toBe(fault);
  });

  const signedText = (text: string) => ({
    payload: text,
    headers: signWebhook(secret, { id: "evt_1", body: text, sentAt: new Date() }),
  });
});
