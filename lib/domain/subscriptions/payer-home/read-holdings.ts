import { encodeFunctionData } from "viem";
import { fiatTokenAbi } from "@/lib/adapters/chain/abi/fiat-token";
import { committedOf } from "@/lib/adapters/chain/calls/subscription-calls";
import { addressOf, type Deployment, deploymentById, tokenAt } from "@/lib/adapters/chain/chains";
import { latestBlock } from "@/lib/adapters/chain/reads/latest-block";
import { allowanceOf, balanceOf } from "@/lib/adapters/chain/reads/tokens";
import { isChainTrouble } from "@/lib/adapters/chain/rpc/chain-trouble";
import { requestMs, rpcWithin } from "@/lib/adapters/chain/rpc/rpc-within";
import type { Allowance, Outlook, PermitProgress } from "@/lib/contract/subscriptions/payer-home";
import { type Currency, currencyDecimals, digits } from "@/lib/core/amounts/money";
import { type Address, type Bytes32, checksumAddress } from "@/lib/core/chain/hex";
import type { PlanInterval } from "@/lib/core/subscriptions/subscription-kinds";
import type { Context } from "@/lib/domain/platform/context";
import { nextAmountOf } from "@/lib/domain/subscriptions/books/schedule";
import type { StoredSubscription } from "@/lib/domain/subscriptions/charges/due-renewals";
import { type CountedRow, chargeableOf, othersOf } from "./committed-parts";

export type OwnRow = StoredSubscription & {
  businessName: string | null;
  websiteUrl: string | null;
  timeZone: string;
  planName: string | null;
  interval: PlanInterval | null;
  intervalCount: number | null;
  isOpen: boolean;
  /** Null where nothing is charged any more. */
  isDue: boolean | null;
  isCreating: boolean;
  follows: boolean;
};

/** A token that a payer's subscriptions are charged in, by a contract that deployments may share. */
export interface Holding {
  readonly deployment: Deployment;
  readonly token: Address;
  readonly currency: Currency;
  /** Null where the chain does not answer. */
  readonly held: {
    balance: bigint;
    allowed: bigint;
    committed: bigint;
    /** The newest block's time, unix seconds. */
    at: bigint;
  } | null;
}

/** A permit of the payer's that no block has yet. */
export interface OpenPermit extends PermitProgress {
  readonly deploymentId: string;
  readonly tokenAddress: Address;
  readonly txHash: Bytes32 | null;
}

const keyOf = ({ deploymentId, tokenAddress }: Pick<OwnRow, "deploymentId" | "tokenAddress">) =>
  `${deploymentId} ${tokenAddress}`;

/**
 * What a payer holds of each token that its subscriptions are charged in, and has allowed of it, by deployment and token.
 * Deployments that share the contract have one holding.
 */
export async function readHoldings(
  { chains }: Pick<Context, "chains">,
  payer: Address,
  rows: readonly OwnRow[],
): Promise<ReadonlyMap<string, Holding>> {
  const shared = new Map<string, Promise<Holding>>();
  const first = new Map(rows.map((row) => [keyOf(row), row] as const));
  const read = [...first].map(async ([key, row]) => {
    const deployment = deploymentById(chains, row.deploymentId);
    const { tokenAddress: token, currency } = row;
    const place = `${deployment.chain.id} ${addressOf(deployment, "subscriptions")} ${token}`;
    const holding =
      shared.get(place) ??
      hold(deployment, payer, token).then((held) => ({ deployment, token, currency, held }));
    shared.set(place, holding);
    return [key, await holding] as const;
  });
  return new Map(await Promise.all(read));
}

async function hold(deployment: Deployment, payer: Address, token: Address) {
  const rpc = rpcWithin(deployment.chain.rpc, requestMs);
  const spender = addressOf(deployment, "subscriptions");
  try {
    const [block, balance, allowed, committed] = await Promise.all([
      latestBlock(deployment.chain, rpc),
      balanceOf(rpc, token, payer),
      allowanceOf(rpc, token, { owner: payer, spender }),
      committedOf(rpc, deployment, { payer, token }),
    ]);
    return { balance, allowed, committed, at: block.timestamp };
  } catch (error) {
    if (isChainTrouble(error)) return null;
    throw error;
  }
}

/**
 * Whether the next charge of each would go through as things are. One balance and one allowance serve all of a payer's
 * subscriptions in a token, so the earlier ones are taken off first.
 */
export function outlooksOf(
  rows: readonly Pick<
    OwnRow,
    | "id"
    | "startAt"
    | "intervalSeconds"
    | "currentPeriod"
    | "chargedOfPeriod"
    | "nextChargeAt"
    | "pausedAt"
    | "amount"
    | "deploymentId"
    | "tokenAddress"
  >[],
  holdings: ReadonlyMap<string, Pick<Holding, "held">>,
): ReadonlyMap<string, Outlook> {
  const left = new Map<Pick<Holding, "held">, { balance: bigint; allowed: bigint }>();
  const outlooks = new Map<string, Outlook>();
  const due = rows.filter(({ nextChargeAt, pausedAt }) => nextChargeAt && !pausedAt);
  due.sort((a, b) => (a.nextChargeAt?.getTime() ?? 0) - (b.nextChargeAt?.getTime() ?? 0));
  for (const row of due) {
    const holding = holdings.get(keyOf(row));
    const held = holding && (left.get(holding) ?? holding.held);
    const amount = nextAmountOf(row, row.nextChargeAt);
    outlooks.set(row.id, outlookOf(amount, held));
    if (!holding || !held || outlooks.get(row.id) !== "good") continue;
    left.set(holding, { balance: held.balance - amount, allowed: held.allowed - amount });
  }
  return outlooks;
}

function outlookOf(
  amount: bigint,
  held: { balance: bigint; allowed: bigint } | null | undefined,
): Outlook {
  if (!held) return "unknown";
  if (held.balance < amount) return "low_balance";
  return held.allowed < amount ? "low_allowance" : "good";
}

/** What each token lets the contract take, beside what the contract says may still be charged. */
export function viewAllowances(
  holdings: ReadonlyMap<string, Holding>,
  permits: readonly OpenPermit[],
  rows: readonly CountedRow[],
): Allowance[] {
  return [...new Set(holdings.values())].flatMap((holding) => {
    const { deployment, token, currency, held } = holding;
    if (!held) return [];
    const { allowed, committed } = held;
    const { chain } = deployment;
    const isOfHolding = (one: Parameters<typeof keyOf>[0]) => holdings.get(keyOf(one)) === holding;
    const own = rows.filter(isOfHolding);
    const others = othersOf(committed, own, held.at);
    return [
      {
        currency,
        decimals: tokenAt(deployment, token)?.decimals ?? currencyDecimals,
        network: chain.preset.label,
        chainId: chain.id,
        token: checksumAddress(token),
        spender: checksumAddress(addressOf(deployment, "subscriptions")),
        allowed: digits(allowed),
        committed: digits(committed),
        chargeable: digits(chargeableOf(committed - others, own, held.at)),
        others: digits(others),
        allowCall: allowed === committed ? null : allowCall(deployment, token, committed),
        permit: permitOf(permits.find(isOfHolding)),
      },
    ];
  });
}

/** The one that is to be shown as on its way: once a block has it, what it has changed is seen. */
function permitOf(open: OpenPermit | undefined) {
  return open ? { id: open.id, state: open.state, txHash: open.txHash } : null;
}

/** Lets the contract take what may still be charged, and no more. */
function allowCall(deployment: Deployment, token: Address, committed: bigint) {
  const args = [addressOf(deployment, "subscriptions"), committed] as const;
  const data = encodeFunctionData({ abi: fiatTokenAbi, functionName: "approve", args });
  return { to: checksumAddress(token), data };
}
