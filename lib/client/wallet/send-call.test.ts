import { expect, test } from "vitest";
import type { WalletProvider } from "./provider";
import { sendCall, waitForReceipt } from "./send-call";

const from = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const hash = `0x${"ab".repeat(32)}`;
const call = { chainId: 8453, to: `0x${"1".repeat(40)}`, data: "0x12", from };
const network = {
  ...{ chainId: 8453, label: "Base", rpcUrls: [], explorer: null },
  nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
};

/** A wallet that answers as told, and keeps what it was asked for. */
function walletOf(answers: Record<string, (params: readonly unknown[]) => unknown>) {
  const asked: [string, readonly unknown[]][] = [];
  const provider: WalletProvider = {
    async request({ method, params = [] }) {
      asked.push([method, params]);
      return answers[method]?.(params) ?? null;
    },
  };
  return { provider, asked };
}

const ready = {
  eth_requestAccounts: () => [from.toLowerCase()],
  eth_chainId: () => "0x2105",
  eth_sendTransaction: () => hash,
};

test("a call is sent from its account, without a coin", async () => {
  const { provider, asked } = walletOf(ready);
  expect(await sendCall(provider, call, network)).toBe(hash);
  expect(asked.at(-1)).toEqual([
    "eth_sendTransaction",
    [{ from: from.toLowerCase(), to: call.to, data: "0x12", value: "0x0" }],
  ]);
});

test("a wallet on another account sends nothing", async () => {
  const other = `0x${"2".repeat(40)}`;
  const { provider, asked } = walletOf({ ...ready, eth_requestAccounts: () => [other] });
  const mismatch = { kind: "account", account: other };
  await expect(sendCall(provider, call, network)).rejects.toMatchObject(mismatch);
  expect(asked.map(([method]) => method)).not.toContain("eth_sendTransaction");
});

test("a wallet on another chain is asked to change, and sends nothing where it does not", async () => {
  const { provider, asked } = walletOf({ ...ready, eth_chainId: () => "0x1" });
  await expect(sendCall(provider, call, network)).rejects.toMatchObject({ kind: "network" });
  const methods = asked.map(([method]) => method);
  expect(methods).toContain("wallet_switchEthereumChain");
  expect(methods).not.toContain("eth_sendTransaction");
});

test("a transaction is waited for, and one that failed is told from one that no block has", async () => {
  const receipts = [null, null, { status: "0x1" }, { status: "0x0" }];
  const { provider } = walletOf({ eth_getTransactionReceipt: () => receipts.shift() });
  const fast = { lookMs: 1, giveUpMs: 1_000 };
  await waitForReceipt(provider, call, hash, fast);
  const failed = waitForReceipt(provider, call, hash, fast);
  await expect(failed).rejects.toMatchObject({ kind: "reverted" });
  const unseen = waitForReceipt(provider, call, hash, { lookMs: 1, giveUpMs: 20 });
  await expect(unseen).rejects.toMatchObject({ kind: "unseen" });
});
