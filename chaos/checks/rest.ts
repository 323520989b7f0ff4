import { setTimeout as sleep } from "node:timers/promises";
import { persistently } from "@/chaos/rig/persistently";
import type { Sql } from "@/db/client";
import { encodePay, encodePaySigned } from "@/lib/adapters/chain/calls/payment-calls";
import { addressOf, type Chains, deploymentById } from "@/lib/adapters/chain/chains";
import { openSubmissionStates, type SubmissionState } from "@/lib/core/states";
import { paymentOf, type SubmissionRow } from "@/lib/domain/wallets/submission-rows";
import type { JsonRpc } from "@/scripts/run/services/json-rpc";
import type { Finding } from "./invariant";

const LOOK_MS = 250;
/** An item may be given up this long before its authorization ends. */
const MARGIN_SECONDS = 120n;

const givenUp: readonly SubmissionState[] = ["failed", "expired"];

interface Site {
  /** How long there may be as much to do as before. */
  timeoutMs: number;
  db: Sql;
  /** Of each chain, by its id. */
  nodes: ReadonlyMap<number, JsonRpc>;
  chains: Chains;
}

/**
 * Waits until nothing is under way: every payment that can be settled and is still owed is, all nonces are used up,
 * everything mined is final, and every webhook has been sent or given up.
 */
export function comeToRest(site: Site, name: string): Promise<Finding> {
  return untilNone(site, name, () => findUnrest(site));
}

/** What cannot be waited for: everything is closed once no authorization is valid any more. */
export function closeDown(site: Site, name: string): Promise<Finding> {
  return untilNone(site, name, async () => [
    ...(await findUnrest(site)),
    ...(await keptPieces(site.db)),
    ...(await openSubmissions(site.db)).map(
      (row) => `${row.idempotencyKey} on ${row.chainId} is ${row.state} (${whyOpen(row)})`,
    ),
  ]);
}

/** A busy machine may take so many times longer, as long as there is less and less to do. */
const MOST_PATIENCE = 4;

async function untilNone(
  { db, timeoutMs }: Site,
  name: string,
  look: () => Promise<string[]>,
): Promise<Finding> {
  const begunAt = Date.now();
  let fewest = { count: Number.POSITIVE_INFINITY, at: begunAt };
  for (;;) {
    await persistently(() => skipRetryWaits(db));
    const unrest = await persistently(look);
    if (unrest.length === 0) return { name, violations: [] };
    const now = Date.now();
    if (unrest.length < fewest.count) fewest = { count: unrest.length, at: now };
    const isStuck = now > fewest.at + timeoutMs || now > begunAt + MOST_PATIENCE * timeoutMs;
    if (isStuck) return { name, violations: unrest };
    await sleep(LOOK_MS);
  }
}

/** A submission that would not settle is set aside for so long at the most. A longer wait is not skipped. */
const LONGEST_POSTPONEMENT_SECONDS = 60;

/**
 * Retries of webhooks are minutes and hours apart; those of submissions that would not settle, and looks at closed
 * sessions, up to a minute.
 */
async function skipRetryWaits(db: Sql): Promise<void> {
  await db`
    update webhook_dispatches set next_attempt_at = now()
    where state = 'pending' and next_attempt_at > now()`;
  await db`
    update relay_submissions set next_check_at = now()
    where state = 'queued' and failure_code is not null
      and next_check_at between now() and now() + ${LONGEST_POSTPONEMENT_SECONDS} * interval '1 second'`;
  await db`update payment_sessions set release_at = now() where release_at > now()`;
}

async function findUnrest({ db, nodes, chains }: Omit<Site, "timeoutMs">): Promise<string[]> {
  const rows = await db<{ what: string }[]>`
    select 'transaction ' || id || ' is not final' as what from transactions
      where status = 'pending' and payment_exception <> 'screening'
    union all
    select 'nonce ' || nonce || ' is ' || state from relay_batches where state <> 'consumed'
    union all
    select 'wake-up ' || id || ' was not sent' from outbox where sent_at is null
    union all
    select 'dispatch ' || d.id || ' is ' || d.state from webhook_dispatches d
      where d.state in ('pending', 'sending')
    union all
    select 'call ' || id || ' is ' || state || ', ' || coalesce(failure, '') from operator_calls
      where state in ('queued', 'signed', 'mined')
    union all
    select 'refund ' || id || ' is ' || status from refunds
      -- Those of late charges wait for their merchant's wallet.
      where status in ('pending', 'submitted') and not (origin = 'late_charge' and status = 'pending')
    union all
    select 'mail ' || id || ' is ' || state from mails where state in ('queued', 'sending')
    union all
    select 'indexing of ' || chain_id || ' has stopped: ' || halted_reason from chain_cursors
      where halted_reason is not null`;
  const found = await Promise.all(
    [...nodes].map(async ([chainId, request]) => [
      ...(await unreadBlocks(db, chainId, request)),
      ...(await settleable({ db, chains }, chainId, request)),
    ]),
  );
  return [...rows.map(({ what }) => what), ...found.flat()];
}

async function unreadBlocks(db: Sql, chainId: number, request: JsonRpc): Promise<string[]> {
  const head = BigInt(await request<string>("eth_blockNumber"));
  const [cursor] = await db<{ number: bigint }[]>`
    select number from chain_cursors where chain_id = ${chainId}`;
  const isBehind = cursor === undefined || cursor.number + 3n < head;
  return isBehind ? [`the indexer of ${chainId} is at ${cursor?.number} of ${head}`] : [];
}

/** Orders whose session is over, or out of time, and that keep their pieces. */
async function keptPieces(db: Sql): Promise<string[]> {
  const rows = await db<{ id: string; status: string }[]>`
    select o.id, s.status from storefront_orders o join payment_sessions s on s.id = o.id
    where o.stock_state = 'reserved'`;
  return rows.map(({ id, status }) => `order ${id} keeps its pieces, its session ${status}`);
}

function openSubmissions(db: Sql): Promise<SubmissionRow[]> {
  return db<SubmissionRow[]>`
    select * from relay_submissions where state in ${db(openSubmissionStates)}`;
}

/**
 * A submission `b` that must not be settled although the chain would: its session is paid by another
 * settlement, for good, and bytes were signed for it before, so that it may not be called dead while its
 * authorization lives. One that nothing was signed for has to be rejected instead. Written out here, so that
 * a mistake in the product's own condition shows; that it ends with its authorization is for `closeDown`.
 */
const waitsForItsEnd = (db: Sql) => db`
  b.state = 'queued' and b.failure_code = 'session_closed' and b.rounds > 0 and exists (
    select from payment_sessions s join transactions t on t.session_id = s.id
    where s.id = b.session_id and t.payment_id <> b.payment_id and t.status = 'confirmed'
      and t.payment_exception = 'none' and t.amount = s.amount and t.token_address = s.token_address
  )`;

/** Submissions that the chain would settle right now, if only someone sent them. */
async function settleable(
  { db, chains }: Pick<Site, "db" | "chains">,
  chainId: number,
  request: JsonRpc,
): Promise<string[]> {
  const rows = await db<SubmissionRow[]>`
    select b.* from relay_submissions b
    where b.chain_id = ${chainId} and b.kind = 'payment'
      and b.state in ${db([...openSubmissionStates, ...givenUp])} and (${waitsForItsEnd(db)}) is not true`;
  const block = await request<{ timestamp: string }>("eth_getBlockByNumber", ["latest", false]);
  const soon = BigInt(block.timestamp) + MARGIN_SECONDS;
  const found = await Promise.all(
    rows.map(async (row) => {
      if (row.validBefore <= soon && row.state === "expired") return [];
      const isSettled = await settles(request, chains, row);
      if (!isSettled) return [];
      const { idempotencyKey: key, state } = row;
      return [`${key} is ${state}, but could be settled (${whyOpen(row)})`];
    }),
  );
  return found.flat();
}

const whyOpen = ({ failureCode, rounds, nextCheckAt, validBefore }: SubmissionRow): string =>
  `${failureCode ?? "no failure"}, signed for ${rounds} times, valid before ${validBefore}, looked at ${nextCheckAt?.toISOString() ?? "at once"}`;

async function settles(request: JsonRpc, chains: Chains, row: SubmissionRow): Promise<boolean> {
  const payment = paymentOf(row);
  const deployment = deploymentById(chains, row.deploymentId);
  const [to, registry] = [addressOf(deployment, "processor"), addressOf(deployment, "registry")];
  const data = row.payerHasCode ? encodePaySigned(registry, payment) : encodePay(registry, payment);
  return request("eth_call", [{ to, data }, "latest"]).then(
    () => true,
    () => false,
  );
}
