import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { type ChainStatus, chainOf } from "./acting-chain";
import { RegistrationSection } from "./registration-section";

const wallet = `0x${"aa".repeat(20)}`;
const registry = `0x${"bb".repeat(20)}`;
const network = {
  ...{ chainId: 1, label: "Ethereum", rpcUrls: [], explorer: null },
  nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
};
const onboarding = {
  code: "onboarding_incomplete",
  message: "Tell us about your business.",
  action: { label: "Complete onboarding", href: "/onboarding" },
};

function shown(change: Partial<ChainStatus>, address: string | null = wallet) {
  const shared = { mode: "live", chainId: 1 } as const;
  return renderToString(
    <RegistrationSection
      status={{
        ...{ ...shared, object: "chain_status", registryAddress: registry },
        ...{ status: "unregistered", chainMerchantId: null, txHash: null, failure: null },
        prerequisites: [],
        ...change,
      }}
      balance={{
        ...{ ...shared, object: "balance", address, balances: [] },
        ...{ blockNumber: null, asOf: null, stale: false },
      }}
      chain={chainOf(() => Promise.reject(new Error("nothing is called")))}
      mode="live"
      network={network}
      testChainId={null}
      onChanged={() => {}}
    />,
  );
}

test("before the registration in live mode the payout wallet is shown and can be changed", () => {
  for (const prerequisites of [[], [onboarding]]) {
    const html = shown({ prerequisites });
    expect(html).toContain(wallet);
    expect(html).toContain("Change payout wallet");
    expect(html).toContain("Wallet address");
  }
  expect(shown({ prerequisites: [onboarding] }, null)).toContain("Choose payout wallet");
});

test("once the registration has begun, this form changes the payout wallet no more", () => {
  for (const status of ["registering", "registered"] as const) {
    expect(shown({ status })).not.toContain("Wallet address");
  }
});
