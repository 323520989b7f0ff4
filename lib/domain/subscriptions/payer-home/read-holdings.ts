import { encodeFunctionData } from "viem";
import { fiatTokenAbi } from "@/lib/adapters/chain/abi/fiat-token";
import { committedOf } from "@/lib/adapters/chain/calls/subscription-calls";
import { addressOf, type Deployment, deploymentById, tokenAt } from "@/lib/adapters/chain/chains";
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

export type OwnRow = StoredSubscription & {
  businessName: string | null;
  websiteUrl: string | null;
  planName: string | null;
  interval: PlanInterval | null;
  intervalCount: number | null;
  isOpen: boolean;
  follows: boolean;
};

/** A token that a payer's subscriptions of a deployment are charged in. */
export interface Holding {
  readonly deployment: Deployment;
  readonly token: Address;
  readonly currency: Currency;
  /** Null where the chain does not answer. */
  readonly held: { balance: bigint; allowed: bigint; committed: bigint } | null;
}

/** A permit of the payer's that no block has yet. */
export interface OpenPermit extends PermitProgress {
  readonly deploymentId: string;
  readonly tokenAddress: Address;
  readonly txHash: Bytes32 | null;
}

const keyOf = ({ deploymentId, tokenAddress }: Pick<OwnRow, "deploymentId" | "tokenAddress">) =>
  `${deploymentId} ${tokenAddress}`;

/** What a payer holds of each token that its subscriptions are charged in, and has allowed of it. */
export async function readHoldings(
  { chains }: Pick<Context, "chains">,
  payer: Address,
  rows: readonly OwnRow[],
): Promise<ReadonlyMap<string, Holding>> {
  const first = new Map(rows.map((row) => [keyOf(row), row] as const));
  const read = [...first].map(async ([key, row]) => {
    const deployment = deploymentById(chains, row.deploymentId);
    const { tokenAddress: token, currency } = row;
    return [
      key,
      { deployment, token, currency, held: await hold(deployment, payer, token) },
    ] as const;
  });
  return new Map(await Promise.all(read));
}

async function hold(deployment: Deployment, payer: Address, token: Address) {
  const rpc = rpcWithin(deployment.chain.rpc, requestMs);
  const spender = addressOf(deployment, "subscriptions");
  try {
    const [balance, allowed, committed] = await Promise.all([
      balanceOf(rpc, token, payer),
      allowanceOf(rpc, token, { owner: payer, spender }),
      committedOf(rpc, deployment, { payer, token }),
    ]);
    return { balance, allowed, committed };
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
  const left = new Map<string, { balance: bigint; allowed: bigint }>();
  const outlooks = new Map<string, Outlook>();
  const due = rows.filter(({ nextChargeAt, pausedAt }) => nextChargeAt && !pausedAt);
  due.sort((a, b) => (a.nextChargeAt?.getTime() ?? 0) - (b.nextChargeAt?.getTime() ?? 0));
  for (const row of due) {
    const key = keyOf(row);
    const held = left.get(key) ?? holdings.get(key)?.held;
    const amount = nextAmountOf(row, row.nextChargeAt);
    outlooks.set(row.id, outlookOf(amount, held));
    if (!held || outlooks.get(row.id) !== "good") continue;
    left.set(key, { balance: held.balance - amount, allowed: held.allowed - amount });
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
  rows: readonly EndedRow[],
): Allowance[] {
  return [...holdings].flatMap(([key, { deployment, token, currency, held }]) => {
    if (!held) return [];
    const { allowed, committed } = held;
    const { chain } = deployment;
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
        chargeable: digits(chargeableOf(committed, key, rows)),
        allowCall: allowed === committed ? null : allowCall(deployment, token, committed),
        permit: permitOf(permits, deployment, token),
      },
    ];
  });
}

type EndedRow = Pick<
  OwnRow,
  "deploymentId" | "tokenAddress" | "status" | "enrolledAt" | "onchainCancel" | "cap" | "charged"
>;

/** Without what the contract still counts of subscriptions that have ended here: nothing is charged for them. */
function chargeableOf(committed: bigint, key: string, rows: readonly EndedRow[]): bigint {
  const left = rows
    .filter((row) => keyOf(row) === key && (row.status === "cancelled" || row.status === "lapsed"))
    .filter(({ enrolledAt, onchainCancel }) => enrolledAt && onchainCancel !== "confirmed")
    .reduce((sum, { cap, charged }) => sum + (cap ?? charged) - charged, 0n);
  return left < committed ? committed - left : 0n;
}

/** The one that is to be shown as on its way: once a block has it, what it has changed is seen. */
function permitOf(permits: readonly OpenPermit[], { id }: Deployment, token: Address) {
  const open = permits.find((one) => one.deploymentId === id && one.tokenAddress === token);
  return open ? { id: open.id, state: open.state, txHash: open.txHash } : null;
}

/** Lets the contract take what may still be charged, and no more. */
function allowCall(deployment: Deployment, token: Address, committed: bigint) {
  const args = [addressOf(deployment, "subscriptions"), committed] as const;
  const data = encodeFunctionData({ abi: fiatTokenAbi, functionName: "approve", args });
  return { to: checksumAddress(token), data };
}
