import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { type Payment, PaymentState } from "./payment-state";

type Shown = Pick<Payment, "status" | "payment" | "hold" | "amountRefunded">;
const open: Shown = { status: "pending", payment: null, amountRefunded: "0" };
const seen = { state: "seen", stage: "seen" } as NonNullable<Payment["payment"]>;
const held = (status: NonNullable<Payment["hold"]>["status"]) => ({
  hold: { transactionId: "txn_1", status },
});
const wordOf = (given: Partial<Shown>) =>
  renderToString(<PaymentState {...open} {...given} />).replaceAll(/<[^>]+>/g, "");

test.each<[Partial<Shown>, string]>([
  [{}, "Open"],
  [{ payment: seen }, "In flight"],
  [held("waiting"), "Held by screening"],
  [held("refused"), "Held by screening"],
  [{ ...held("refused"), status: "expired" }, "Held by screening"],
  [held("refunded"), "Refund decided"],
  [{ ...held("refunded"), status: "expired" }, "Expired"],
  [{ ...held("waiting"), status: "confirmed" }, "Paid"],
  [{ status: "confirmed", amountRefunded: "1" }, "Partly refunded"],
  [{ status: "refunded", amountRefunded: "1" }, "Refunded"],
])("a payment that is %o reads: %s", (given, word) => {
  expect(wordOf(given)).toBe(word);
});
