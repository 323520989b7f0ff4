import { expect, test } from "vitest";
import { stepWalletOf } from "@/testing/step-wallet";
import type { Instructions } from "./send-steps";
import { canSign, signRefund } from "./sign-refund";

const account = `0x${"a1".repeat(20)}`;
const signature = `0x${"1b".repeat(65)}`;
const network = {
  ...{ chainId: 31337, label: "Local", rpcUrls: [], explorer: null },
  nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
};
const typedData = { primaryType: "ReceiveWithAuthorization", message: { value: "5000000" } };
const instructionsFor = (from: string) =>
  ({ senders: [account], authorizations: [{ from, typedData }] }) as unknown as Instructions;

async function walletThat(answer: () => unknown) {
  const asked: { method: string; params?: unknown }[] = [];
  const provider = {
    async request(call: { method: string; params?: unknown }) {
      asked.push(call);
      if (call.method === "eth_requestAccounts" || call.method === "eth_accounts") return [account];
      if (call.method === "eth_chainId") return "0x7a69";
      return call.method === "eth_signTypedData_v4" ? answer() : null;
    },
  };
  return { asked, wallet: await stepWalletOf(provider, network) };
}

test("the wallet signs its own message as it stands, and sends nothing", async () => {
  const { asked, wallet } = await walletThat(() => signature);
  const instructions = instructionsFor(account.toUpperCase().replace("0X", "0x"));
  expect(await signRefund(wallet, { instructions, network, tell: () => {} })).toBe(signature);
  const prompts = asked.filter(({ method }) => method.startsWith("eth_s"));
  expect(prompts).toEqual([
    { method: "eth_signTypedData_v4", params: [account, JSON.stringify(typedData)] },
  ]);
});

test("a refusal of the wallet, and an account without a message, are told in words", async () => {
  const refusing = await walletThat(() => {
    throw Object.assign(new Error("no"), { code: 4001 });
  });
  const ask = { network, tell: () => {} };
  await expect(
    signRefund(refusing.wallet, { ...ask, instructions: instructionsFor(account) }),
  ).rejects.toThrow("You declined in the wallet. Nothing was sent.");
  const { wallet } = await walletThat(() => signature);
  const instructions = instructionsFor(`0x${"b2".repeat(20)}`);
  await expect(signRefund(wallet, { ...ask, instructions })).rejects.toThrow("can't sign");
});

test("a signature is asked for where there is a message, and the relay sends the amount", () => {
  const instructions = instructionsFor(account);
  const offers = (amount: string, relayMinimum: string, given = instructions) =>
    canSign({ amount }, given, { relayMinimum });
  expect(offers("5000000", "0")).toBe(true);
  expect(offers("5000000", "5000000")).toBe(true);
  expect(offers("4999999", "5000000")).toBe(false);
  expect(offers("5000000", "0", { ...instructions, authorizations: [] })).toBe(false);
});
