import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { PayoutForm } from "./payout-form";

const shown = (testChainId: number | null) =>
  renderToString(<PayoutForm testChainId={testChainId} onSaved={() => {}} />);

test("on a public chain the address of a wallet is asked for, and none is made in the browser", () => {
  const html = shown(null);
  expect(html).toContain("Wallet address");
  expect(html).not.toContain("test wallet");
});

test("on the local chain a wallet can be made there", () => {
  expect(shown(31337)).toContain("Use a test wallet");
});
