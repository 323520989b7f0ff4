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

test("a failed refund whose payer was sent money is checked before another one", () => {
  for (const reason of ["sender_mismatch", "amount_mismatch", "before_creation"] as const) {
    expect(failureAdvice(reason)).toContain("check it before you refund again");
  }
  for (const reason of ["transaction_reverted", "no_transfer", "transfer_used"] as const) {
    expect(failureAdvice(reason)).toBe("You can refund again from the transaction.");
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
  const instructions = { senders: [payout, owner, payout], steps: [] } as unknown as Instructions;
  const nothing = () => {};
  const words = (given: Instructions) =>
    markupOf(<SendElsewhere instructions={given} refused={null} onSent={nothing} />);
  expect(words(instructions)).toContain("Send from one of these accounts");
  expect(words({ ...instructions, senders: [payout, payout] })).toContain("Send from this account");
});

test("what screening held is said by what was decided", () => {
  const held = { paymentException: "screening" } as const;
  expect(exceptionOf({ ...held, status: "pending" })).toBe("Held by screening");
  expect(exceptionOf({ ...held, status: "confirmed" })).toBe("To be returned after screening");
  expect(exceptionOf({ paymentException: "none", status: "confirmed" })).toBeNull();
});
