import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { ActingProvider } from "@/components/dashboard/shell/acting-context";
import { exceptionOf } from "@/components/dashboard/transactions/transaction-state";
import { failureAdvice, isReplaced, type Refund } from "./refund-state";
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
});
