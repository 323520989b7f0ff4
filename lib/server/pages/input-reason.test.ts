import { expect, test } from "vitest";
import type { z } from "zod";
import { payerInput } from "@/lib/contract/payments/hosted-pay";
import {
  directInput,
  planPayerInput,
  relayMandateInput,
} from "@/lib/contract/subscriptions/hosted-subscribe";
import { newId } from "@/lib/core/ids";
import { inputReason } from "./input-reason";

const payer = `0x${"a1".repeat(20)}`;
const ofPlan = { planId: newId("plan"), payer };

function reasonOf(schema: z.ZodType, input: unknown): string | undefined {
  const { error } = schema.safeParse(input);
  return error && inputReason(error);
}

test("the payer is told of an e-mail address that is refused, also where it may be empty", () => {
  const email = "ada@example.c0m";
  const ofSession = { sessionId: newId("paymentSession"), payer };
  expect(reasonOf(payerInput, { ...ofSession, email })).toBe("email_invalid");
  expect(reasonOf(planPayerInput, { ...ofPlan, email })).toBe("email_invalid");
  expect(reasonOf(directInput, { ...ofPlan, email, start: null })).toBe("email_invalid");
  expect(reasonOf(directInput, { ...ofPlan, email: "", start: null })).toBeUndefined();
  expect(reasonOf(relayMandateInput, { email })).toBe("email_invalid");
});

test("what the page has made is not the payer's to correct", () => {
  const email = "ada@example.com";
  expect(reasonOf(planPayerInput, { ...ofPlan, planId: "x", email })).toBe("invalid_request");
});
