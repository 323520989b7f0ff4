import { expect, test } from "vitest";
import { switchNetwork } from "./switch-network";

const base = {
  chainId: 8453,
  label: "Base",
  rpcUrls: ["https://mainnet.base.org"],
  explorer: "https://basescan.org",
  nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
};

/** A wallet that knows some chains; `moves` tells whether adding one also goes there. */
function walletWith(known: number[], { moves = false } = {}) {
  const asked: string[] = [];
  let current = 1;
  const goTo = (chainId: number) => {
    if (!known.includes(chainId)) throw Object.assign(new Error("unknown"), { code: 4902 });
    current = chainId;
    return null;
  };
  return {
    asked,
    async request({ method, params = [] }: { method: string; params?: readonly unknown[] }) {
      asked.push(method);
      const [{ chainId = "0x0" } = {}] = params as [{ chainId?: string }?];
      if (method === "eth_chainId") return `0x${current.toString(16)}`;
      if (method === "wallet_switchEthereumChain") return goTo(Number(chainId));
      known.push(Number(chainId));
      return moves ? goTo(Number(chainId)) : null;
    },
  };
}

test("goes to a chain that the wallet knows", async () => {
  const wallet = walletWith([1, 8453]);
  expect(await switchNetwork(wallet, base)).toBe(8453);
  expect(wallet.asked).not.toContain("wallet_addEthereumChain");
});

test.each([true, false])(
  "adds an unknown chain, whether or not that goes there (%s)",
  async (moves) => {
    const wallet = walletWith([1], { moves });
    expect(await switchNetwork(wallet, base)).toBe(8453);
    expect(wallet.asked.filter((method) => method === "wallet_addEthereumChain")).toHaveLength(1);
  },
);

test("passes on a refusal", async () => {
  const declined = Object.assign(new Error("no"), { code: 4001 });
  const wallet = { request: async () => Promise.reject(declined) };
  await expect(switchNetwork(wallet, base)).rejects.toBe(declined);
});
