import { expect, test } from "vitest";
import { WalletMismatch } from "@/lib/client/wallet/send-call";
import { stepWalletOf } from "@/testing/step-wallet";
import { moveMoney } from "./move-money";

const from = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const hash = `0x${"ab".repeat(32)}`;
const call = { chainId: 8453, to: `0x${"1".repeat(40)}`, data: "0x12", from };
const network = {
  ...{ chainId: 8453, label: "Base", rpcUrls: ["https://node.example"], explorer: null },
  nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
};

const failing = (error: Error) => () => {
  throw error;
};

/** What a transfer's step tells, by a wallet that sends it and answers the question for its receipt. */
async function moveWith(
  readReceipt: () => unknown,
  send: () => unknown = () => hash,
): Promise<{ told: string[]; error: unknown }> {
  const answers: Record<string, () => unknown> = {
    eth_requestAccounts: () => [from],
    eth_accounts: () => [from],
    eth_chainId: () => "0x2105",
    eth_sendTransaction: send,
    eth_getTransactionReceipt: readReceipt,
  };
  const provider = { request: async ({ method }: { method: string }) => answers[method]?.() };
  const told: string[] = [];
  const progress = {
    network,
    tell: (text: string) => told.push(text),
    onMined: () => told.push("mined"),
    onUnseen: () => told.push("unseen"),
  };
  const moving = moveMoney(await stepWalletOf(provider, network), call, progress);
  const error: unknown = await moving.then(() => null).catch((thrown: unknown) => thrown);
  return { told, error };
}

const sent = "Sent. Waiting for confirmation…";

test("a transfer whose block the wallet shows is mined", async () => {
  expect(await moveWith(() => ({ status: "0x1" }))).toEqual({ told: [sent, "mined"], error: null });
});

test.each([
  ["shows no receipts", new WalletMismatch("unseen", from)],
  ["ends the connection", Object.assign(new Error("ended"), { code: 6000 })],
])("a transfer that a wallet has sent ends the step, also where it then %s", async (_, error) => {
  expect(await moveWith(failing(error))).toEqual({ told: [sent, "unseen"], error: null });
});

test("a transfer that the chain reverted may be sent again", async () => {
  const { told, error } = await moveWith(() => ({ status: "0x0" }));
  expect(told).toEqual([sent]);
  expect(error).toMatchObject({ kind: "reverted" });
});

test("a transfer that the wallet declined is not sent", async () => {
  const declined = Object.assign(new Error("no"), { code: 4001 });
  const { told, error } = await moveWith(() => null, failing(declined));
  expect(told).toEqual([]);
  expect(error).toMatchObject({ code: 4001 });
});
