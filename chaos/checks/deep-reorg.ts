import { setTimeout as sleep } from "node:timers/promises";
import { inspect } from "node:util";
import { type Order, openSession, type Stage, sign, submit } from "@/chaos/clients/stage";
import type { Sql } from "@/db/client";
import { chainById } from "@/lib/adapters/chain/chains";
import type { JsonRpc } from "@/scripts/run/services/json-rpc";
import { type Rows, readRows } from "./evidence";
import type { Finding } from "./invariant";

const LOOK_MS = 100;
const GIVE_UP_MS = 30_000;

/**
 * Takes back a relayed payment that was final, by a reorganisation that begins with its block. The
 * chain must not be mined by anybody else. Nothing may change but that the indexing stops and says why.
 */
export async function provokeHalt(stage: Stage, order: Order, request: JsonRpc): Promise<Finding> {
  const { chainId } = order;
  const name = "a reorganisation below finality stops the indexer and changes nothing";
  const { db } = stage;
  const session = await openSession(stage, order);
  const payment = await sign(stage, order, session);
  await submit(stage, order, payment, { key: "k.deep", sessionId: session.id });
  const isPaid = await waitFor(async () => {
    // A session may be confirmed before: its transaction is when it is final.
    const [row] = await db<{ isConfirmed: boolean; isRead: boolean }[]>`
      select exists (
          select from transactions t where t.session_id = ${session.id} and t.status = 'confirmed'
        ) as is_confirmed,
        c.number >= ${await request<string>("eth_blockNumber")}::numeric
          and c.finalized_number >= c.number - ${depthOf(stage, chainId)} as is_read
      from chain_cursors c where c.chain_id = ${chainId}`;
    // Not one block more than it takes: the reorganisation has to reach the payment's.
    if (row?.isRead && !row.isConfirmed) await request("evm_mine");
    return row?.isRead === true && row.isConfirmed && (await isQuiet(db));
  });
  if (!isPaid) return { name, violations: ["the payment before it was never confirmed"] };
  // Retries that fall due meanwhile would be changes, too, and so would one that is being sent already.
  const isStill = await waitFor(async () => {
    await db`
      update webhook_dispatches set next_attempt_at = now() + interval '1 day'
      where state = 'pending'`;
    return isQuiet(db);
  });
  if (!isStill) return { name, violations: ["webhooks are sent all the while"] };
  const before = await readRows(db);
  const head = Number(await request<string>("eth_blockNumber"));
  const paid = before.transactions.find(({ sessionId }) => sessionId === session.id);
  await request("anvil_reorg", [head - Number(paid?.blockNumber) + 1, []]);
  const hasHalted = await waitFor(() => haltsNow(db, chainId));
  // Whoever would still change something has a moment for it.
  await request("anvil_mine", [3]);
  await sleep(20 * LOOK_MS);
  const after = await readRows(db);
  return {
    name,
    violations: [
      ...(hasHalted ? [] : ["the indexer goes on"]),
      ...changesBetween(before, after, chainId),
    ],
  };
}

/** How many blocks are not final. */
function depthOf({ chains }: Stage, chainId: number): number {
  const { finality } = chainById(chains, chainId);
  return finality.kind === "depth" ? finality.depth : 0;
}

/**
 * Whether a chain that is in doubt has been halted. The time between two looks passes at once, also where
 * the worker that took the first one has died.
 */
export async function haltsNow(db: Sql, chainId: number): Promise<boolean> {
  await db`
    update chain_cursors set doubt_looked_at = doubt_looked_at - interval '1 minute'
    where chain_id = ${chainId} and doubt_looked_at is not null and halted_reason is null`;
  const [cursor] = await db`
    select 1 from chain_cursors where chain_id = ${chainId} and halted_reason is not null`;
  return cursor !== undefined;
}

async function isQuiet(db: Sql): Promise<boolean> {
  const rows = await db`
    select 1 from webhook_dispatches
    where state = 'sending' or (state = 'pending' and next_attempt_at <= now())
    union all
    select 1 from outbox where sent_at is null
    union all
    select 1 from relay_batches where state <> 'consumed'`;
  return rows.length === 0;
}

/** The cursor says that it has stopped, and how high the chain was. */
function changesBetween(before: Rows, after: Rows, chainId: number): string[] {
  const { cursors: cursorsBefore, wallets: _, unsentWakes: __, ...rest } = before;
  const changed = (Object.keys(rest) as (keyof typeof rest)[]).filter(
    (table) => shown(before[table]) !== shown(after[table]),
  );
  const was = cursorsBefore.find((cursor) => cursor.chainId === chainId);
  const is = after.cursors.find((cursor) => cursor.chainId === chainId);
  const isSame =
    was?.number === is?.number &&
    was?.hash === is?.hash &&
    was?.finalizedNumber === is?.finalizedNumber;
  return [
    ...changed.map((table) => `${table} changed: ${firstChange(before[table], after[table])}`),
    ...(isSame ? [] : [`the cursor moved from ${was?.number} to ${is?.number}`]),
  ];
}

/** The first row that is not as it was. */
function firstChange(before: readonly unknown[], after: readonly unknown[]): string {
  const at = after.findIndex((row, index) => shown(before[index]) !== shown(row));
  return shown([before[at], after[at]]);
}

/** As text: a time that is infinite is no date, which equals nothing. */
const shown = (rows: unknown): string =>
  inspect(rows, {
    breakLength: Number.POSITIVE_INFINITY,
    maxArrayLength: null,
    maxStringLength: null,
  });

async function waitFor(isSo: () => Promise<boolean>): Promise<boolean> {
  const giveUpAt = Date.now() + GIVE_UP_MS;
  while (Date.now() < giveUpAt) {
    if (await isSo()) return true;
    await sleep(LOOK_MS);
  }
  return false;
}
