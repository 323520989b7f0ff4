import { expect, test } from "vitest";
import type { PayerHomeActions } from "@/lib/contract/subscriptions/payer-home";
import { signLimit } from "./sign-limit";

const payer = `0x${"a".repeat(40)}`;
const token = `0x${"1".repeat(40)}`;
const spender = `0x${"2".repeat(40)}`;
const networkOf = (chainId: number) => ({
  ...{ chainId, label: `Chain ${chainId}`, rpcUrls: ["https://node.example"], explorer: null },
  nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
});
const permit = { id: "per_1", state: "queued", txHash: null } as const;
const buildPermit: PayerHomeActions["buildPermit"] = async () => ({
  ok: true,
  value: {
    message: { domain: { chainId: 2 }, types: {}, primaryType: "Permit", message: {} },
    ...{ value: "5", nonce: "0", deadline: "9" },
  },
});
type Answers = Record<string, (params: readonly unknown[]) => unknown>;

const refuses = (code: number) => () => {
  throw Object.assign(new Error("no"), { code });
};

/** Signs a limit on chain 2 with a wallet that is on chain 1, answers as told, and may be left when asked something. */
async function signWith(
  answers: Answers,
  networks = [networkOf(1), networkOf(2)],
  leftAt: string | null = null,
) {
  const aborter = new AbortController();
  const asked: string[] = [];
  let current = 1;
  const ready: Answers = {
    eth_requestAccounts: () => [payer],
    eth_chainId: () => `0x${current}`,
    wallet_switchEthereumChain: ([first]) => {
      current = Number(Reflect.get(Object(first), "chainId"));
      return null;
    },
    eth_signTypedData_v4: () => "0x12",
  };
  const provider = {
    async request({ method, params = [] }: { method: string; params?: readonly unknown[] }) {
      asked.push(method);
      if (method === leftAt) aborter.abort();
      return (answers[method] ?? ready[method])?.(params);
    },
  };
  const wallet = { id: "one", name: "Wallet", icon: null, provider };
  const allowance = { token, spender, chainId: 2 };
  const limit = { payer, allowance, networks, signal: aborter.signal };
  const relayed: string[] = [];
  const relayPermit: PayerHomeActions["relayPermit"] = async ({ signature }) => {
    relayed.push(signature);
    return { ok: true, value: permit };
  };
  const actions = { buildPermit, relayPermit };
  return { done: await signLimit(wallet, { ...limit, actions }), asked, relayed };
}

test("a wallet on another chain is asked to go to the token's, and signs there", async () => {
  const { done, asked } = await signWith({});
  expect(done).toEqual(permit);
  expect(asked.at(-1)).toBe("eth_signTypedData_v4");
  expect(asked).toContain("wallet_switchEthereumChain");
});

test("a wallet on the token's chain is not asked to change", async () => {
  const { done, asked } = await signWith({ eth_chainId: () => "0x2" });
  expect(done).toEqual(permit);
  expect(asked).not.toContain("wallet_switchEthereumChain");
});

test.each<[string, Answers]>([
  ["cannot change it", { wallet_switchEthereumChain: refuses(4200) }],
  ["stays where it is", { wallet_switchEthereumChain: () => null }],
])("a wallet that %s signs nothing, and its chain is told", async (_, answers) => {
  const { done, asked } = await signWith(answers);
  expect(done).toBe("otherNetwork");
  expect(asked).not.toContain("eth_signTypedData_v4");
});

test("a chain that the page does not know is not asked for", async () => {
  const { done, asked } = await signWith({}, [networkOf(1)]);
  expect(done).toBe("otherNetwork");
  expect(asked).not.toContain("wallet_switchEthereumChain");
});

test.each(["eth_requestAccounts", "wallet_switchEthereumChain", "eth_signTypedData_v4"])(
  "a payer who declines %s is still signed in, and nothing has changed",
  async (method) => {
    expect((await signWith({ [method]: refuses(4001) })).done).toBe("permitDeclined");
  },
);

test("a wallet with an open request is to be answered first, also for its change of chain", async () => {
  const { done } = await signWith({ wallet_switchEthereumChain: refuses(-32002) });
  expect(done).toBe("alreadyOpen");
});

test("a wallet on another account is not asked to change its chain", async () => {
  const { done, asked } = await signWith({ eth_requestAccounts: () => [spender] });
  expect(done).toBe("otherAccount");
  expect(asked).not.toContain("wallet_switchEthereumChain");
});

test.each(["eth_requestAccounts", "wallet_switchEthereumChain", "eth_signTypedData_v4"])(
  "a wallet that was left and answers %s late is asked for nothing more, and nothing is sent",
  async (method) => {
    const { asked, relayed } = await signWith({}, undefined, method);
    const next = asked.slice(asked.indexOf(method) + 1);
    expect(next.filter((one) => one !== "eth_chainId")).toEqual([]);
    expect(relayed).toEqual([]);
  },
);

test("a limit that is not left is sent once it is signed", async () => {
  expect((await signWith({})).relayed).toEqual(["0x12"]);
});
