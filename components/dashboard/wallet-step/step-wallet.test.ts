import { UserRejectedRequestError } from "viem";
import { expect, test } from "vitest";
import { connect, sendTransaction, switchChain } from "wagmi/actions";
import { mock } from "wagmi/connectors/mock";
import type { WalletProvider } from "@/lib/client/wallet/provider";
import { stepWalletOf } from "@/testing/step-wallet";
import { sendFrom, stepWallet } from "./step-wallet";
import { createWalletConfig } from "./wallet-config";

const from = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const other = `0x${"2".repeat(40)}`;
const hash = `0x${"ab".repeat(32)}`;
const call = { chainId: 8453, to: `0x${"1".repeat(40)}`, data: "0x12", from };
const network = {
  ...{ chainId: 8453, label: "Base", rpcUrls: ["https://node.example"], explorer: null },
  nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
};

type Answers = Record<string, (params: readonly unknown[]) => unknown>;

/** A wallet that answers as told, and keeps what it was asked for. */
async function walletOf(answers: Answers) {
  const asked: [string, readonly unknown[]][] = [];
  const provider: WalletProvider = {
    async request({ method, params = [] }) {
      asked.push([method, params]);
      return answers[method]?.(params) ?? null;
    },
  };
  const methods = () => asked.map(([method]) => method);
  const prompts = () => methods().filter((method) => method.endsWith("_sendTransaction"));
  return { wallet: await stepWalletOf(provider, network), asked, methods, prompts };
}

const refuses = (info: object) => () => {
  throw Object.assign(new Error("no"), info);
};
const ready: Answers = {
  eth_requestAccounts: () => [from.toLowerCase()],
  eth_accounts: () => [from.toLowerCase()],
  eth_chainId: () => "0x2105",
  eth_sendTransaction: () => hash,
};

test("a call is sent from its account, on its chain and without a coin", async () => {
  const { wallet, asked } = await walletOf(ready);
  expect(await sendFrom(wallet, call, network)).toBe(hash);
  expect(asked.at(-1)).toEqual([
    "eth_sendTransaction",
    [
      expect.objectContaining({
        from: from.toLowerCase(),
        to: call.to,
        data: "0x12",
        value: "0x0",
      }),
    ],
  ]);
});

test("a wallet that is connected already is asked for its account again", async () => {
  const { wallet, methods } = await walletOf(ready);
  await sendFrom(wallet, call, network);
  await sendFrom(wallet, call, network);
  expect(methods().filter((method) => method === "eth_requestAccounts")).toHaveLength(2);
});

test("a wallet on another account sends nothing", async () => {
  const { wallet, prompts } = await walletOf({ ...ready, eth_requestAccounts: () => [other] });
  const mismatch = { kind: "account", account: other };
  await expect(sendFrom(wallet, call, network)).rejects.toMatchObject(mismatch);
  expect(prompts()).toEqual([]);
});

test("a wallet on another chain is asked to change, and sends nothing where it does not", async () => {
  const { wallet, methods, prompts } = await walletOf({ ...ready, eth_chainId: () => "0x1" });
  await expect(sendFrom(wallet, call, network)).rejects.toMatchObject({ kind: "network" });
  expect(methods()).toContain("wallet_switchEthereumChain");
  expect(prompts()).toEqual([]);
});

test("a switch that the wallet accepts and does not make is told", async () => {
  const { wallet } = await walletOf({ ...ready, eth_chainId: () => "0x1" });
  await wallet.connect();
  await expect(wallet.switchTo(network)).rejects.toMatchObject({
    kind: "network",
    account: from.toLowerCase(),
  });
});

test("a wallet that does not know the chain is told of it", async () => {
  let chainId = "0x1";
  const { wallet, asked } = await walletOf({
    ...ready,
    eth_chainId: () => chainId,
    wallet_switchEthereumChain: refuses({ code: 4902 }),
    wallet_addEthereumChain: () => {
      chainId = "0x2105";
    },
  });
  expect(await sendFrom(wallet, call, network)).toBe(hash);
  const added = asked.find(([method]) => method === "wallet_addEthereumChain");
  expect(added?.[1]).toEqual([expect.objectContaining({ rpcUrls: network.rpcUrls })]);
});

test.each([
  ["account", { eth_accounts: () => [other] }],
  ["network", { eth_chainId: () => "0x1" }],
])(
  "a wallet whose %s changes after it was connected is not asked to send",
  async (kind, changed) => {
    const { wallet, prompts } = await walletOf({ ...ready, ...changed });
    const sending = wallet.send({ ...call, value: 0n });
    await expect(sending).rejects.toMatchObject({ name: "WalletMismatch", kind });
    expect(prompts()).toEqual([]);
  },
);

test.each([[4001], [4200], [-32601], [-32602], [-32000], [-32603]])(
  "a transaction that is refused with %s is asked for once, and the refusal is the wallet's own",
  async (code) => {
    const { wallet, prompts } = await walletOf({
      ...ready,
      eth_sendTransaction: refuses({ code }),
    });
    const sending = sendFrom(wallet, call, network);
    await expect(sending).rejects.toMatchObject({ code });
    expect(prompts()).toEqual(["eth_sendTransaction"]);
  },
);

test("a wallet that returns no hash is not taken to have sent", async () => {
  const { wallet } = await walletOf({ ...ready, eth_sendTransaction: () => "0x12" });
  await expect(sendFrom(wallet, call, network)).rejects.toThrow("did not return a transaction");
});

test("a wallet that shares no account any more is one that is not connected", async () => {
  const { wallet } = await walletOf({ ...ready, eth_accounts: () => [] });
  const sending = wallet.send({ ...call, value: 0n });
  await expect(sending).rejects.toMatchObject({ code: 4100 });
});

test("another connector of wagmi does as well, and its refusal is told", async () => {
  const config = createWalletConfig(network);
  const features = { connectError: new UserRejectedRequestError(new Error("no")) };
  const connector = config._internal.connectors.setup(mock({ accounts: [from], features }));
  const wallet = await stepWallet(config, connector, {
    connect: (input) => connect(config, input),
    switchChain: (input) => switchChain(config, input),
    sendTransaction: (input) => sendTransaction(config, input),
  });
  await expect(sendFrom(wallet, call, network)).rejects.toMatchObject({ code: 4001 });
});
