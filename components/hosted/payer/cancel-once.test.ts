import { expect, test } from "vitest";
import type { Answer } from "@/lib/contract/payments/hosted-pay";
import { cancelOnce } from "./cancel-once";

const refusal = (reason: string) => async (): Promise<Answer<null>> => ({
  ok: false,
  reason,
  retryAfterSeconds: null,
  requestId: "req_1",
});

test("a subscription that was cancelled before is cancelled, and any other refusal is told", async () => {
  expect(await cancelOnce(refusal("subscription_ended"), "sub_1")).toEqual({
    ok: true,
    value: null,
  });
  expect(await cancelOnce(refusal("signed_out"), "sub_1")).toMatchObject({
    ok: false,
    reason: "signed_out",
  });
});
