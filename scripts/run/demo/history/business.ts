import type { Address, Hex } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { connectApi } from "@/cli/src/pay/pay-by-api";
import { localFiatTokenAbi } from "@/lib/adapters/chain/abi/local-fiat-token";
import { connectDeployer, type Deployer } from "@/scripts/build/contracts/deployer";
import type { DemoInfo } from "@/scripts/run/demo/demo-info";
import { accountOn, type ChainAccess } from "@/scripts/run/demo/prepare-chain";
import type { Stipend } from "@/sdk/src/stipend";
import type { SubscriptionPlan } from "@/sdk/src/types.generated";

/** The demo as its past is made in it. */
export interface HistoryStage {
  readonly info: DemoInfo;
  readonly chain: ChainAccess;
  /** Private key of the wallet that is paid, which refunds. */
  readonly merchantKey: Hex;
  readonly days: number;
}

/** A person who buys, with a wallet. */
export interface Buyer {
  readonly key: Hex;
  readonly address: Address;
  readonly name: string;
}

/** What the days are lived with. */
export interface Business {
  readonly api: Stipend;
  readonly buyers: readonly Buyer[];
  readonly subscribers: readonly Buyer[];
  readonly plans: readonly [monthly: SubscriptionPlan, weekly: SubscriptionPlan];
  readonly merchant: Deployer;
  readonly roll: Dice;
  chainTime(): Promise<bigint>;
}

/** The same numbers from 0 up to 1 in each history. */
export type Dice = () => number;

const names = [
  ["Ada Moreno", "Ben Okafor", "Chloé Martin", "Dario Conti", "Eva Lindqvist", "Farid Haddad"],
  ["Grace Lim", "Hugo Álvarez", "Ines Duarte", "Jonas Weber", "Kira Novak", "Liam Byrne"],
  ["Mona Sato", "Nils Berg", "Olga Petrova", "Pau Ferrer", "Rosa Vidal", "Sam Carter"],
].flat();
const subscriberNames = [
  ["Tea Room Nine", "Uma Rao", "Vera Holm", "Wim de Boer", "Xenia Kova", "Yara Silva"],
  ["Zoe Lambert", "Atelier Norte", "Bistro Luna", "Casa Prado", "Dock 12", "Estudio Faro"],
].flat();

/** Each buyer's, in the token's smallest unit. */
const PURSE = 4_000_000_000n;
/** Two monthly subscribers hold two charges each, so that a renewal fails. */
const SHORT_PURSE = 40_000_000n;
const SHORT: readonly number[] = [0, 3];

/** Buyers with money, known by name, and two plans. */
export async function openBusiness({
  info,
  chain,
  merchantKey,
}: Omit<HistoryStage, "days">): Promise<Business> {
  const api = connectApi(info);
  const [buyers, subscribers] = [names.map(newBuyer), subscriberNames.map(newBuyer)];
  const [bank] = info.wallets;
  if (!bank) throw new Error("the demo has wallets");
  const purse = connectDeployer(accountOn(chain, bank.privateKey));
  for (const { address } of buyers) {
    await give(purse, info.tokens.USDC, address, PURSE);
    await give(purse, info.tokens.EURC, address, PURSE);
  }
  for (const [index, { address }] of subscribers.entries()) {
    await give(purse, info.tokens.USDC, address, SHORT.includes(index) ? SHORT_PURSE : PURSE);
  }
  for (const buyer of [...buyers, ...subscribers]) {
    const { address: walletAddress, name } = buyer;
    await api.customers.upsert({ walletAddress, name, email: emailOf(name) });
  }
  return {
    api,
    buyers,
    subscribers,
    plans: [
      await api.subscriptionPlans.create({
        name: "Coffee club",
        description: "A fresh bag every month",
        amount: "18000000",
        currency: "USDC",
        interval: "monthly",
      }),
      await api.subscriptionPlans.create({
        name: "Office beans",
        description: "Five kilos every week",
        amount: "95000000",
        currency: "USDC",
        interval: "weekly",
      }),
    ],
    merchant: connectDeployer(accountOn(chain, merchantKey)),
    roll: seededDice(2_027),
    async chainTime() {
      const head = await chain.request<{ timestamp: string }>("eth_getBlockByNumber", [
        "latest",
        false,
      ]);
      return BigInt(head.timestamp);
    },
  };
}

function newBuyer(name: string): Buyer {
  const key = generatePrivateKey();
  return { key, address: privateKeyToAccount(key).address, name };
}

const emailOf = (name: string): string => {
  const plain = name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return `${plain.replaceAll(" ", ".")}@example.com`;
};

async function give({ client, settle }: Deployer, token: string, to: Address, amount: bigint) {
  const call = {
    address: token as Address,
    abi: localFiatTokenAbi,
    functionName: "transfer",
  } as const;
  await settle(await client.writeContract({ ...call, args: [to, amount], chain: null }));
}

/** A linear congruential generator (Numerical Recipes): enough to vary a demo. */
function seededDice(seed: number): Dice {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
