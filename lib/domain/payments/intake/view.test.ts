import { expect, test } from "vitest";
import { encodeAs } from "@/lib/contract/encode";
import { relaySubmission } from "@/lib/contract/payments/relay";
import { type SubmissionState, statesOf, submissionTransitions } from "@/lib/core/states";
import type { SubmissionAttempt, SubmissionRow } from "@/lib/domain/wallets/submission-rows";
import { viewSubmission } from "./view";

const hash = `0x${"ab".repeat(32)}` as const;
const validBefore = 1_800_000_000n;

function row(change: Partial<SubmissionRow>): SubmissionRow {
  const now = new Date();
  return {
    id: "rsb_1",
    merchantId: "mer_1",
    mode: "test",
    origin: "api",
    idempotencyKey: "key",
    requestHash: hash,
    kind: "payment",
    deploymentId: "dep_1",
    chainId: 31337,
    sessionId: null,
    subscriptionId: null,
    state: "queued",
    chainMerchantId: 1n,
    payer: `0x${"11".repeat(20)}`,
    payerHasCode: false,
    tokenAddress: `0x${"22".repeat(20)}`,
    amount: 1n,
    ref: hash,
    authNonce: hash,
    validAfter: 0n,
    validBefore,
    authSignature: `0x${"33".repeat(65)}`,
    intentSignature: `0x${"33".repeat(65)}`,
    salt: null,
    paymentId: hash,
    intentId: null,
    failureCode: null,
    wallet: null,
    rounds: 0,
    txHash: null,
    transactionId: null,
    authorizationReleased: false,
    slotConsumed: false,
    nextCheckAt: null,
    closedAt: null,
    createdAt: now,
    updatedAt: now,
    ...change,
  };
}

const attempt: SubmissionAttempt = {
  hash,
  kind: "payload",
  lastError: null,
  createdAt: new Date(),
};
const view = (change: Partial<SubmissionRow>, attempts: SubmissionAttempt[] = []) =>
  viewSubmission({ row: row(change), attempts, finalizedAt: null });

test("each internal state shows as one of five", () => {
  const shown = Object.fromEntries(
    statesOf(submissionTransitions).map((state) => [state, view({ state }).status]),
  );
  expect(shown).toEqual({
    held: "queued",
    queued: "queued",
    signed: "submitted",
    broadcast: "submitted",
    mined: "mined",
    confirmed: "confirmed",
    superseded: "confirmed",
    rejected: "failed",
    expired: "failed",
    failed: "failed",
  } satisfies Record<SubmissionState, string>);
});

test("the outcome is known when it is final, and unknown while bytes may be on their way", () => {
  const lost = { ...attempt, lastError: "no answer" };
  expect(view({ state: "queued" }).outcome).toBe("pending");
  expect(view({ state: "signed" }, [attempt]).outcome).toBe("unknown");
  expect(view({ state: "broadcast" }, [attempt]).outcome).toBe("pending");
  expect(view({ state: "broadcast" }, [attempt, lost]).outcome).toBe("unknown");
  expect(view({ state: "mined" }, [attempt]).outcome).toBe("pending");
  expect(view({ state: "mined", failureCode: "reverted" }, [attempt]).outcome).toBe("unknown");
  expect(view({ state: "superseded" }).outcome).toBe("succeeded");
  expect(view({ state: "expired" }).outcome).toBe("failed");
});

test("signing again is offered only when no earlier signature can be executed", () => {
  const open = [
    "held",
    "queued",
    "signed",
    "broadcast",
    "mined",
    "confirmed",
    "superseded",
  ] as const;
  for (const state of open) expect(view({ state, failureCode: "reverted" }).retryable).toBe(false);
  for (const state of ["failed", "expired"] as const) {
    expect(view({ state }).retryable).toBe(true);
  }
  expect(view({ state: "rejected", failureCode: "insufficient_balance" }).retryable).toBe(false);
  expect(view({ state: "rejected", failureCode: "authorization_consumed" }).retryable).toBe(true);
  const rejected = row({ state: "rejected", failureCode: "insufficient_balance" });
  const at = (seconds: bigint) => new Date(Number(seconds) * 1000);
  const retryable = (finalizedAt: Date) =>
    viewSubmission({ row: rejected, attempts: [], finalizedAt }).retryable;
  expect(retryable(at(validBefore - 1n))).toBe(false);
  expect(retryable(at(validBefore))).toBe(true);
});

test("what is shown is what the contract declares", () => {
  const encoded = encodeAs(relaySubmission, view({ state: "broadcast", txHash: hash }, [attempt]));
  expect(encoded).toMatchObject({ object: "relay_submission", kind: "payment", txHash: hash });
  expect(JSON.stringify(encoded)).not.toContain("Signature");
});
