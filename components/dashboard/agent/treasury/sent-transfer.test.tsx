import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { type Sent, SentTransfer } from "./sent-transfer";

const token = `0x${"1".repeat(40)}`;
const treasuryWith = (usdc: string | null, eurc = "0") => ({
  balances: [
    { currency: "USDC" as const, tokenAddress: token, amount: usdc, escrowed: "0" },
    { currency: "EURC" as const, tokenAddress: token, amount: eurc, escrowed: "0" },
  ],
});
const sent: Sent = {
  kind: "deposit",
  transfer: { currency: "USDC", token, amount: "25000000", to: token },
  before: treasuryWith("1000000"),
};
const shown = (now: ReturnType<typeof treasuryWith>, of: Sent | null = sent) =>
  renderToStaticMarkup(<SentTransfer sent={of} treasury={now} />);

test.each([
  ["is as before", treasuryWith("1000000")],
  ["is not known", treasuryWith(null)],
  ["of another token has changed", treasuryWith("1000000", "7")],
])("a transfer is shown as sent while the balance %s", (_, now) => {
  expect(shown(now)).toContain("Deposit of");
  expect(shown(now, { ...sent, kind: "withdraw" })).toContain("Withdrawal of");
});

test("a transfer is no longer shown once the balance of its token has changed", () => {
  expect(shown(treasuryWith("26000000"))).not.toContain("Deposit");
  expect(shown(treasuryWith("1000000"), null)).not.toContain("Deposit");
});
