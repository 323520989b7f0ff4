import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { PaymentLead } from "./payment-lead";
import type { Payment } from "./payment-state";

vi.mock("@/components/dashboard/shell/page-link", () => ({
  PageLink: ({ path }: { path: string }) => <a href={path}>open</a>,
}));

const leadOf = (given: Partial<Payment>) =>
  renderToString(
    <PaymentLead payment={{ checkoutUrl: "https://a.example", ...given } as Payment} />,
  );

test("a held payment says where its money is, and leads to where it is decided on", () => {
  const hold = { transactionId: "txn_1", status: "waiting" } as const;
  const waiting = leadOf({ status: "pending", hold });
  expect(waiting).toContain("The money is in your wallet");
  expect(waiting).toContain("/dashboard/compliance");
  expect(waiting).not.toContain("Send the link");
  const refunded = leadOf({ status: "pending", hold: { ...hold, status: "refunded" } });
  expect(refunded).toContain("it was decided to refund it");
  expect(refunded).toContain("/dashboard/transactions/txn_1");
  expect(leadOf({ status: "confirmed", hold })).toBe("");
});
