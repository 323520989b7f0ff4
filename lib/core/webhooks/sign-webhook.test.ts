import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { signWebhook } from "./sign-webhook";

test("the official verifier accepts every body, and no other secret or byte", () => {
  fc.assert(
    fc.property(fc.json(), fc.uint8Array({ minLength: 32, maxLength: 32 }), (body, key) => {
      const secret = `whsec_${Buffer.from(key).toString("base64")}`;
      const headers = signWebhook(secret, { id: "evt_1", sentAt: new Date(), body });
      expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
      expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow();
      expect(() =>
        new Webhook(secret).verify(body, { ...headers, "webhook-id": "evt_2" }),
      ).toThrow();
      const other = `whsec_${randomBytes(32).toString("base64")}`;
      expect(() => new Webhook(other).verify(body, headers)).toThrow();
    }),
    { numRuns: 50 },
  );
});

test("the published vector of Standard Webhooks gives its published signature", () => {
  const headers = signWebhook("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", {
    id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
    sentAt: new Date(1614265330 * 1000),
    body: '{"test": 2432232314}',
  });
  expect(headers).toEqual({
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  });
});
