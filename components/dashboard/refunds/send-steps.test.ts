import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { WalletMismatch } from "@/lib/client/wallet/send-call";
import type { SenderCheck } from "@/lib/contract/refunds/refund-sender";
import { stepWalletOf } from "@/testing/step-wallet";
import { type Order, sendSteps } from "./send-steps";
import { WalletTrouble } from "./send-transaction";
import { approvalHash, openTransfer } from "./sent-hash";

const account = `0x${"a1".repeat(20)}` as const;
const token = `0x${"70".repeat(20)}` as const;
const contract = `0x${"c0".repeat(20)}` as const;
const step = (kind: "approve" | "refund" | "transfer", to: `0x${string}`) => ({
  kind,
  to,
  data: "0x01" as const,
  value: "0",
  summary: kind,
});
const byContract = [step("approve", token), step("refund", contract)];
const plain = [step("transfer", token)];
const hashOf = (digit: string) => `0x${digit.repeat(64)}`;

/** What the wallet was asked, in order. */
let asked: string[];
/** What the wallet does for each transaction. */
let answers: (() => unknown)[];
/** What the chain says of the approval. */
let isApproved: boolean;
let check: SenderCheck;

beforeEach(() => {
  asked = [];
  answers = [];
  isApproved = false;
  check = { balance: "5000000", missing: "0", isApproved: false, missingGas: "0" };
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
    removeItem: (name: string) => void kept.delete(name),
  });
});
afterEach(() => vi.unstubAllGlobals());

const provider = {
  async request({ method }: { method: string }) {
    asked.push(method);
    if (method === "eth_requestAccounts" || method === "eth_accounts") return [account];
    if (method === "eth_chainId") return "0x7a69";
    if (method === "eth_getTransactionReceipt") return null;
    if (method === "eth_sendTransaction") return answers.shift()?.();
    return null;
  },
};
const network = {
  ...{ chainId: 31337, label: "Local", rpcUrls: [], explorer: null },
  nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
};
const wallet = await stepWalletOf(provider, network);
const prompts = () => asked.filter((method) => method === "eth_sendTransaction").length;

function order(steps: Order["instructions"]["steps"], over: Partial<Order> = {}): Order {
  return {
    refund: { id: "re_1", currency: "USDC" },
    instructions: {
      ...{ method: "contract", chainId: 31337, senders: [account], steps, authorizations: [] },
      ...{ to: null, data: null, value: null, eip681: null, summary: "Send", expiresAt: "" },
    },
    network,
    check: async () => ({
      ok: true,
      value: { ...check, isApproved: check.isApproved || isApproved },
    }),
    tell: () => {},
    ...over,
  };
}

const approves = (hash: string) => () => {
  isApproved = true;
  return hash;
};
const declines = () => {
  throw Object.assign(new Error("no"), { code: 4001 });
};

test.each([
  [{ missing: "50000", balance: "4950000" }, "This wallet holds 4.95 USDC, which is 0.05 short."],
  [
    { missingGas: "300000000000000" },
    "This wallet can't pay the network fee: it needs about 0.0003 ETH more.",
  ],
])(
  "what is missing is told before the wallet is asked for anything but its account",
  async (lack, text) => {
    check = { ...check, ...lack };
    const moved = order(byContract);
    const elsewhere = { ...moved, network: { ...moved.network, chainId: 8453 } };
    await expect(sendSteps(wallet, elsewhere)).rejects.toThrow(text);
    expect(asked).toEqual(["eth_requestAccounts", "eth_chainId"]);
  },
);

test("a declined refund is sent by a second try without a second approval", async () => {
  answers = [approves(hashOf("1")), declines];
  await expect(sendSteps(wallet, order(byContract))).rejects.toBeInstanceOf(WalletTrouble);
  expect(prompts()).toBe(2);
  answers = [() => hashOf("2")];
  expect(await sendSteps(wallet, order(byContract))).toBe(hashOf("2"));
  expect(prompts()).toBe(3);
});

test("an approval that a closed page has sent is waited for, and not asked for again", async () => {
  approvalHash.keep("re_1", hashOf("1"));
  answers = [() => hashOf("2")];
  let looks = 0;
  const later = order(byContract, {
    check: async () => {
      looks += 1;
      return { ok: true, value: { ...check, isApproved: looks > 1 } };
    },
  });
  expect(await sendSteps(wallet, later)).toBe(hashOf("2"));
  expect(prompts()).toBe(1);
  expect(approvalHash.read("re_1")).toBeNull();
});

test("a wallet that reads no receipts sends the refund once the server has seen the approval", async () => {
  const unread: typeof provider = {
    async request(args) {
      if (args.method !== "eth_getTransactionReceipt") return provider.request(args);
      throw new WalletMismatch("unseen", "");
    },
  };
  answers = [approves(hashOf("1")), () => hashOf("2")];
  const remote = await stepWalletOf(unread, network);
  expect(await sendSteps(remote, order(byContract))).toBe(hashOf("2"));
});

test("a transfer is not taken to be open where the account changed before the wallet was asked", async () => {
  const other = `0x${"b2".repeat(20)}`;
  const changed: typeof provider = {
    async request(args) {
      return args.method === "eth_accounts" ? [other] : provider.request(args);
    },
  };
  const moved = await stepWalletOf(changed, network);
  const sending = sendSteps(moved, order(plain));
  await expect(sending).rejects.toThrow(`The wallet has changed to ${other}. Nothing was sent.`);
  expect(prompts()).toBe(0);
  expect(openTransfer.read("re_1")).toBeNull();
});

test("a transfer that the browser cannot remember is not sent; the contract's is", async () => {
  const blocked = () => {
    throw new Error("SecurityError");
  };
  vi.stubGlobal("localStorage", { getItem: blocked, setItem: blocked, removeItem: blocked });
  await expect(sendSteps(wallet, order(plain))).rejects.toThrow("blocks the page's storage");
  expect(prompts()).toBe(0);
  answers = [approves(hashOf("1")), () => hashOf("2")];
  expect(await sendSteps(wallet, order(byContract))).toBe(hashOf("2"));
});

test("a refund that is over elsewhere is not sent", async () => {
  const over = order(plain, {
    check: async () => ({
      ...{ ok: false, reason: "refund_ended", retryAfterSeconds: null, requestId: null },
    }),
  });
  await expect(sendSteps(wallet, over)).rejects.toThrow("Nothing is left to send");
  expect(prompts()).toBe(0);
});

test.each([
  ["declines", { code: 4001 }, false],
  ["cannot send", { code: 4200 }, false],
  ["breaks off", { code: -32603 }, true],
  ["has a request open", { code: -32002 }, true],
])(
  "a transfer whose wallet %s is remembered only where it may have been sent",
  async (_, info, isOpen) => {
    answers = [
      () => {
        throw Object.assign(new Error("failed"), info);
      },
    ];
    await expect(sendSteps(wallet, order(plain))).rejects.toBeInstanceOf(WalletTrouble);
    expect(openTransfer.read("re_1") !== null).toBe(isOpen);
  },
);
