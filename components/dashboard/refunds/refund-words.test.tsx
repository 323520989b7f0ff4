import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { ActingProvider } from "@/components/dashboard/shell/acting-context";
import { exceptionOf } from "@/components/dashboard/transactions/transaction-state";
import { RefundObstacle } from "./refund-obstacle";
import { failureAdvice, isReplaced, lookOf, type Refund } from "./refund-state";
import { refundsOf } from "./refunds-list";
import { ReplacedTransfer } from "./replaced-transfer";
import { SendElsewhere } from "./send-elsewhere";
import type { Instructions } from "./send-steps";

/** What a page says must not invite a merchant to pay twice. */

const acting = { mode: "test", merchantId: "mer_1", status: "active", origin: "" } as const;
const markupOf = (part: ReactElement) =>
  renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <ActingProvider acting={acting} elsewhere={null}>
        {part}
      </ActingProvider>
    </QueryClientProvider>,
  );
const hash = `0x${"ab".repeat(32)}`;

test("a failed refund is checked before another one, unless nothing can have been sent", () => {
  const origin = "api";
  for (const failureReason of ["sender_mismatch", "amount_mismatch", "no_transfer"] as const) {
    expect(failureAdvice({ failureReason, origin })).toContain("Check in your wallet first");
  }
  const reverted = { failureReason: "transaction_reverted" } as const;
  expect(failureAdvice({ ...reverted, origin })).toBe("You can refund again from the transaction.");
  expect(failureAdvice({ ...reverted, origin: "late_charge" })).toContain("is prepared");
  for (const failureReason of ["authorization_expired", "authorization_consumed"] as const) {
    expect(failureAdvice({ failureReason, origin })).not.toContain("Check in your wallet first");
  }
});

const signature = {
  from: `0x${"1a".repeat(20)}`,
  state: "queued",
  obstacle: null,
  txHash: null,
  validBefore: "2026-05-04T12:00:00.000Z",
} as const;
const signedWith = (
  given: Partial<NonNullable<Refund["authorization"]>>,
  origin: Refund["origin"] = "api",
) =>
  ({
    id: "re_1",
    status: "submitted",
    origin,
    authorization: { ...signature, ...given },
  }) as Refund;

test("a signed refund is said to become final only once something was sent", () => {
  const stateCell = refundsOf({ transactionId: "txn_1" }).columns.find(
    ({ place }) => place === "state",
  )?.cell;
  const wordOf = (refund: Refund) => {
    const { word } = lookOf(refund);
    expect(markupOf(<div>{stateCell?.(refund)}</div>)).toContain(word);
    return word;
  };
  for (const state of ["queued", "signed"] as const) {
    expect(wordOf(signedWith({ state }))).toBe("Signed, waiting to be sent");
  }
  for (const obstacle of ["insufficient_balance", "payer_blocked"] as const) {
    expect(wordOf(signedWith({ obstacle }))).toBe("Signed, waiting to be sent");
  }
  for (const obstacle of ["given_up", "authorization_used", "authorization_expired"] as const) {
    expect(wordOf(signedWith({ obstacle }))).toBe("Signed, not sent");
  }
  expect(wordOf(signedWith({ obstacle: "already_refunded" }))).toBe("Becoming final");
  for (const state of ["in_flight", "mined", "done"] as const) {
    expect(wordOf(signedWith({ state }))).toBe("Becoming final");
  }
  const recorded = { id: "re_1", status: "submitted", authorization: null } as Refund;
  expect(wordOf(recorded)).toBe("Becoming final");
  expect(wordOf({ ...signedWith({ state: "dead" }), status: "failed" })).toBe("Failed");
});

test("a signed refund that waits says until when, and what the merchant can do after", () => {
  const textOf = (refund: Refund) => markupOf(<RefundObstacle refund={refund} />);
  const givenUp = textOf(signedWith({ obstacle: "given_up" }));
  for (const words of [signature.validBefore, "the refund fails", "refund again from the"]) {
    expect(givenUp).toContain(words);
  }
  expect(givenUp).toContain("you can’t cancel this refund");
  expect(givenUp).not.toContain("Send it from your wallet</h2>");
  expect(textOf(signedWith({ obstacle: "insufficient_balance" }))).toContain(
    "If the refund hasn’t been sent by then, it fails, and you can refund again",
  );
  const late = textOf(signedWith({ obstacle: "given_up" }, "late_charge"));
  expect(late).toContain("and a new one is prepared");
  expect(late).not.toContain("you can refund again");
  const returned = textOf(signedWith({ obstacle: "already_refunded" }));
  expect(returned).toContain("has made this refund already");
  expect(returned).not.toContain("refund again");
  expect(textOf(signedWith({ state: "in_flight" }))).toBe("");
});

test("a signed refund that the relay sends no more shows its wallet's steps", () => {
  const [to, data] = [`0x${"5c".repeat(20)}`, "0x7e57da7a"] as const;
  const steps = [{ kind: "approve", to, data }];
  const instructions = { senders: [signature.from], method: "contract", steps };
  const refund = { ...signedWith({ obstacle: "given_up" }), instructions } as unknown as Refund;
  const markup = markupOf(<RefundObstacle refund={refund} />);
  for (const words of ["Send from this account", signature.from, to, data]) {
    expect(markup).toContain(words);
  }
});

test("a recorded transfer that is not on-chain asks for its other hash", () => {
  const refund = {
    id: "re_1",
    status: "pending",
    refundTxHash: hash,
    instructions: null,
  } as Refund;
  expect(isReplaced(refund)).toBe(true);
  expect(isReplaced({ ...refund, refundTxHash: null })).toBe(false);
  expect(isReplaced({ ...refund, status: "submitted" })).toBe(false);
  const markup = markupOf(<ReplacedTransfer refund={refund} />);
  expect(markup).toContain("a second transfer would pay twice");
  expect(markup).toMatch(/<input[^>]* name="hash"/);
});

test("who sends from elsewhere reads from which accounts it counts, each once", () => {
  const [payout, owner] = [`0x${"1a".repeat(20)}`, `0x${"2b".repeat(20)}`] as const;
  const sent = { senders: [payout, owner, payout], method: "transfer", steps: [] };
  const instructions = sent as unknown as Instructions;
  const nothing = () => {};
  const words = (given: Instructions) =>
    markupOf(<SendElsewhere instructions={given} refused={null} onSent={nothing} />);
  expect(words(instructions)).toContain("Send from one of these accounts");
  expect(words(instructions)).toContain("the payer keeps it");
  const byContract = words({ ...instructions, senders: [payout, payout], method: "contract" });
  expect(byContract).toContain("Send from this account");
  expect(byContract).not.toContain("the payer keeps it");
});

test("what screening held is said by what was decided", () => {
  const held = {
    type: "payment",
    paymentException: "screening",
    amountRefunded: "0",
    amountRefundable: "5",
  } as const;
  expect(exceptionOf({ ...held, status: "pending" })).toBe("Held by screening");
  expect(exceptionOf({ ...held, status: "confirmed" })).toBe("To be returned after screening");
  const returned = { ...held, amountRefunded: "5", amountRefundable: "0" };
  expect(exceptionOf({ ...returned, status: "confirmed" })).toBe("Returned after screening");
  const usual = { ...held, paymentException: "none" } as const;
  expect(exceptionOf({ ...usual, status: "confirmed" })).toBeNull();
  const late = { ...held, paymentException: "late", status: "confirmed" } as const;
  expect(exceptionOf(late)).toBe("Paid after it expired");
  const charge = exceptionOf({ ...late, type: "subscription_charge" });
  expect(charge).toBe("Charged while it was paused, or after it ended");
});
