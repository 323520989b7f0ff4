import { asRows } from "@/db/as-rows";
import type { Db } from "@/db/client";
import { isTokenPaused, readPayerFunds } from "@/lib/adapters/chain/reads/read-chargeable";
import { isChainTrouble } from "@/lib/adapters/chain/rpc/chain-trouble";
import { requestMs, rpcWithin } from "@/lib/adapters/chain/rpc/rpc-within";
import type { Context } from "@/lib/domain/platform/context";
import type { PayerPosition } from "@/lib/domain/subscriptions/charges/predict-blockers";
import { MOST_SUBSCRIPTIONS, type PayerToken, payerTokenKey } from "./payer-token";

type ReadContext = Pick<Context, "db" | "chains" | "log">;

/** What a payer can be charged, as the chain said at a time. */
export interface KnownPosition extends Omit<PayerPosition, "wanted"> {
  readonly readAt: Date;
}

type StoredRow = PayerToken & {
  balance: bigint | null;
  allowance: bigint | null;
  blocked: boolean | null;
  paused: boolean | null;
  readAt: Date | null;
  /** Signed charges that are in no final block, smallest unit. */
  underWay: bigint;
  /** The last charge of the payer that was booked. */
  chargedAt: Date | null;
};

/** What the chain said is believed for so long, */
const BELIEVED_MS = 3_600_000;
/** and is read again, if it can be, after so long. */
const FRESH_MS = 300_000;
/** How many payers the chain is asked about for a request: in batches of calls, within the request's time. */
const MOST_READ = 100;

/**
 * What payers hold and allow, at most an hour old. Stored answers are used while they are fresh; for the first hundred
 * of the others the chain is asked. What no node answers for and is not known otherwise is missing.
 * @param now the time of the business
 */
export async function readPayerPositions(
  ctx: ReadContext,
  payers: readonly PayerToken[],
  now: Date,
): Promise<ReadonlyMap<string, KnownPosition>> {
  if (payers.length === 0) return new Map();
  const stored = await readStored(ctx.db, payers);
  const old = stored.filter((row) => !isYounger(row, now, FRESH_MS));
  const read = await readFromChain(ctx, old.slice(0, MOST_READ), now);
  await store(ctx.db, read);
  const news = new Map(read.map((row) => [payerTokenKey(row), row]));
  return new Map(
    stored.flatMap((row) => {
      const key = payerTokenKey(row);
      const position = positionOf(news.get(key) ?? row);
      return position && isYounger({ ...row, ...position }, now, BELIEVED_MS)
        ? [[key, position] as const]
        : [];
    }),
  );
}

function isYounger({ readAt, chargedAt }: StoredRow, now: Date, ms: number): boolean {
  if (readAt === null || (chargedAt !== null && chargedAt > readAt)) return false;
  return readAt.getTime() > now.getTime() - ms;
}

function positionOf(row: StoredRow): KnownPosition | null {
  const { balance, allowance, blocked, paused, readAt, underWay } = row;
  if (balance === null || allowance === null || readAt === null) return null;
  return {
    balance,
    allowance,
    blocked: blocked === true,
    paused: paused === true,
    readAt,
    underWay,
  };
}

/** The stored answers, with what has been charged since or is being charged. */
function readStored(db: Db, payers: readonly PayerToken[]): Promise<StoredRow[]> {
  return db<StoredRow[]>`
    select k.deployment_id, k.payer, k.token_address, p.balance, p.allowance, p.blocked, p.paused,
      p.read_at, f.under_way, f.charged_at
    from unnest(
      ${payers.map(({ deploymentId }) => deploymentId)}::text[],
      ${payers.map(({ payer }) => payer)}::bytea[],
      ${payers.map(({ tokenAddress }) => tokenAddress)}::bytea[]
    ) k (deployment_id, payer, token_address)
    left join payer_positions p on p.payer = k.payer and p.deployment_id = k.deployment_id
      and p.token_address = k.token_address
    cross join lateral (
      select coalesce(sum(r.amount), 0) as under_way, max(c.created_at) as charged_at
      from (
        select id from subscriptions
        where payer = k.payer and deployment_id = k.deployment_id
          and token_address = k.token_address
        limit ${MOST_SUBSCRIPTIONS}
      ) s
      left join lateral (
        select amount from subscription_renewals
        where subscription_id = s.id and open::int = 1 limit 1
      ) r on true
      left join lateral (
        select created_at from subscription_charges
        where subscription_id = s.id order by period desc, number desc limit 1
      ) c on true
    ) f`;
}

/** Asks each chain within the request's time. What is not answered is left out. */
async function readFromChain(
  { chains, log }: ReadContext,
  rows: readonly StoredRow[],
  now: Date,
): Promise<StoredRow[]> {
  const wanted = new Set(rows.map(({ deploymentId }) => deploymentId));
  const deployments = new Map(
    chains.deployments
      .filter(({ id }) => wanted.has(id))
      .map(({ chain, ...deployment }) => {
        const limited = { ...chain, rpc: rpcWithin(chain.rpc, requestMs) };
        return [deployment.id, { ...deployment, chain: limited }] as const;
      }),
  );
  const pauses = new Map<string, Promise<boolean>>();
  const answers = rows.map(async (row) => {
    const { deploymentId, payer, tokenAddress: token } = row;
    const deployment = deployments.get(deploymentId);
    if (!deployment) return [];
    const tokenKey = `${deploymentId} ${token}`;
    const pause = pauses.get(tokenKey) ?? isTokenPaused(deployment, token, "latest");
    pauses.set(tokenKey, pause);
    try {
      const [funds, paused] = await Promise.all([
        readPayerFunds(deployment, { payer, token }, "latest"),
        pause,
      ]);
      return [{ ...row, ...funds, paused, readAt: now }];
    } catch (error) {
      if (!isChainTrouble(error)) throw error;
      log.debug({ err: error, deploymentId }, "what a payer holds could not be read");
      return [];
    }
  });
  return (await Promise.all(answers)).flat();
}

/** Keeps what was read, in one order, unless another request has read it later. */
async function store(db: Db, read: readonly StoredRow[]): Promise<void> {
  if (read.length === 0) return;
  const rows = read.toSorted((one, other) => (payerTokenKey(one) < payerTokenKey(other) ? -1 : 1));
  await db`
    insert into payer_positions as p (deployment_id, payer, token_address, balance, allowance,
      blocked, paused, read_at)
    select "deploymentId", hex_bytes(payer), hex_bytes("tokenAddress"), balance, allowance, blocked,
      paused, "readAt"
    from json_to_recordset(${asRows(rows)}::text::json)
      as r("deploymentId" text, payer text, "tokenAddress" text, balance numeric, allowance numeric,
        blocked boolean, paused boolean, "readAt" timestamptz)
    on conflict (payer, deployment_id, token_address) do update set
      balance = excluded.balance, allowance = excluded.allowance, blocked = excluded.blocked,
      paused = excluded.paused, read_at = excluded.read_at
    where p.read_at <= excluded.read_at`;
}
