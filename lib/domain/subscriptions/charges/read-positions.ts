import type { Db } from "@/db/client";
import type { Deployment } from "@/lib/adapters/chain/chains";
import type { LatestBlock } from "@/lib/adapters/chain/reads/latest-block";
import {
  type ChainSubscription,
  isPayable,
  isTokenPaused,
  readChainSubscription,
  readPayerFunds,
} from "@/lib/adapters/chain/reads/read-chargeable";
import { isChainTrouble } from "@/lib/adapters/chain/rpc/chain-trouble";
import type { Address, Bytes32 } from "@/lib/core/chain/hex";
import type { ClaimedSubscription } from "./claim-renewals";
import type { PayerPosition } from "./predict-blockers";

/** A payer in a token: one balance and one allowance serve all of its subscriptions. */
export type PayerKey = string;

/** What the chain says at one block of what was claimed. What could not be read is missing. */
export interface Positions {
  readonly subscriptions: ReadonlyMap<Bytes32, ChainSubscription>;
  /** By merchant and token. */
  readonly payable: ReadonlyMap<string, boolean>;
  readonly payers: ReadonlyMap<PayerKey, Omit<PayerPosition, "wanted">>;
  /** The open slots of each payer's charges: those that come later are not reckoned with. */
  readonly known: ReadonlySet<string>;
}

interface Flight {
  batchId: string;
  onchainId: Bytes32;
  payer: Address;
  tokenAddress: Address;
  period: number;
  number: number;
  amount: bigint;
}

export const payerKey = ({
  payer,
  tokenAddress,
}: {
  payer: Address;
  tokenAddress: Address;
}): PayerKey => `${payer}:${tokenAddress}`;

/**
 * Reads for all that was claimed, at one block: the subscriptions, what their payers have, and whom they pay. The charges
 * that are under way are read first, so that one that is mined meanwhile is reckoned with twice rather than not at all.
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function readPositions(
  db: Db,
  deployment: Deployment,
  block: Pick<LatestBlock, "hash">,
  rows: readonly ClaimedSubscription[],
): Promise<Positions> {
  const at = { blockHash: block.hash };
  const flights = await findFlights(db, deployment.id, rows);
  const payers = new Map(rows.map((row) => [payerKey(row), row]));
  const routes = new Map(rows.map((row) => [routeKey(row), row]));
  const [subscriptions, payable, paused, funds] = await Promise.all([
    readEach(
      [...rows, ...flights].map(({ onchainId }) => onchainId),
      (id) => readChainSubscription(deployment, id, at),
    ),
    readEach([...routes.keys()], async (key) => {
      const row = routes.get(key);
      if (!row) throw new Error("a route has a subscription");
      return isPayable(deployment, { ...row, token: row.tokenAddress }, at);
    }),
    readEach(
      rows.map(({ tokenAddress }) => tokenAddress),
      (token) => isTokenPaused(deployment, token, at),
    ),
    readEach([...payers.keys()], (key) => {
      const row = payers.get(key);
      if (!row) throw new Error("a payer has a subscription");
      return readPayerFunds(deployment, { payer: row.payer, token: row.tokenAddress }, at);
    }),
  ]);
  const positions = [...payers].flatMap(([key, row]) => {
    const [found, isPaused] = [funds.get(key), paused.get(row.tokenAddress)];
    if (!found || isPaused === undefined) return [];
    const underWay = sumUnderWay(flights, subscriptions, key);
    return [[key, { ...found, paused: isPaused, underWay }] as const];
  });
  const known = new Set(flights.map(({ batchId }) => batchId));
  return { subscriptions, payable, payers: new Map(positions), known };
}

/**
 * Leaves out keys that the node cannot answer, so that the other charges continue.
 * @throws when the node answers none, or an error is no trouble with the chain
 */
async function readEach<Key, Value>(
  keys: readonly Key[],
  read: (key: Key) => Promise<Value>,
): Promise<Map<Key, Value>> {
  const all = [...new Set(keys)];
  const answers = await Promise.allSettled(all.map(read));
  const failed = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason] : []));
  const grave = failed.find((error) => !isChainTrouble(error));
  if (grave || (failed.length > 0 && failed.length === all.length)) throw grave ?? failed[0];
  return new Map(
    answers.flatMap((answer, index) =>
      answer.status === "fulfilled" ? [[all[index] as Key, answer.value] as const] : [],
    ),
  );
}

/** Searches by payer, so that other open work does not matter: a subscription has one open charge at the most. */
function findFlights(
  db: Db,
  deploymentId: string,
  rows: readonly ClaimedSubscription[],
): Promise<Flight[]> {
  return db<Flight[]>`
    select r.batch_id, s.onchain_id, s.payer, s.token_address, r.period, r.number, r.amount
    from subscriptions s
    cross join lateral (
      select * from subscription_renewals o
      where o.subscription_id = s.id and o.open::int = 1 limit 1
    ) r
    where s.deployment_id = ${deploymentId}
      and s.payer = any (${[...new Set(rows.map(({ payer }) => payer))]}::bytea[])`;
}

/** What is signed and not in the state that was read. */
function sumUnderWay(
  flights: readonly Flight[],
  subscriptions: ReadonlyMap<Bytes32, ChainSubscription>,
  key: PayerKey,
): bigint {
  return flights
    .filter((flight) => payerKey(flight) === key)
    .filter(({ onchainId, period, number }) => {
      const found = subscriptions.get(onchainId);
      if (!found) return true;
      const [ofPeriod, ofNumber] = [BigInt(period), BigInt(number)];
      const isMined =
        found.period > ofPeriod || (found.period === ofPeriod && found.number > ofNumber);
      return !isMined;
    })
    .reduce((sum, { amount }) => sum + amount, 0n);
}

/** What a registry is asked for: a merchant's payout in a token. */
export const routeKey = ({
  chainMerchantId,
  tokenAddress,
}: Pick<ClaimedSubscription, "chainMerchantId" | "tokenAddress">): string =>
  `${chainMerchantId}:${tokenAddress}`;
