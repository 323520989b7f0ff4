import { useEffect, useState } from "react";
import { testWallet } from "@/components/hosted/pay/test-wallet-choice";
import { discoverWallets } from "@/lib/client/wallet/discover-wallets";
import type { FoundWallet } from "@/lib/client/wallet/provider";

/**
 * The wallets of this browser, and the local chain's test wallet.
 * @param testChainId the local chain's id, where there is its test wallet
 */
export function useWallets(testChainId: number | null, testName: string) {
  const [found, setFound] = useState<{ wallets: FoundWallet[]; settled: boolean }>({
    wallets: [],
    settled: false,
  });
  useEffect(() => {
    let test: FoundWallet[] = [];
    const stop = discoverWallets((wallets, settled) => {
      setFound({ wallets: [...wallets, ...test], settled });
    });
    if (testChainId !== null) void addTestWallet(testChainId);
    return stop;
    async function addTestWallet(chainId: number) {
      const { createTestWallet } = await import("@/lib/client/wallet/test-wallet");
      test = [{ ...testWallet, name: testName, provider: createTestWallet(chainId) }];
      setFound(({ wallets, settled }) => ({ wallets: [...wallets, ...test], settled }));
    }
  }, [testChainId, testName]);
  return found;
}
