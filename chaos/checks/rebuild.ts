import { setTimeout as sleep } from "node:timers/promises";
import { type Db, transaction } from "@/db/client";
import { newId } from "@/lib/core/ids";
import { modules } from "@/lib/domain/operations/modules";
import type { Context, SystemActor } from "@/lib/domain/platform/context";
import { indexChain } from "@/lib/indexer/index-chain";
import { planRebuild } from "@/lib/indexer/plan-rebuild";
import { applyRebuild } from "@/lib/indexer/rebuild-chain";
import type { JsonRpc } from "@/scripts/run/services/json-rpc";
import type { Rows } from "./evidence";
import type { Finding } from "./invariant";

const BLOCK_MS = 200;

type OperatorContext = Pick<Context, "db" | "chains" | "config" | "log">;

/**
 * Rebuilds a chain from the last block that it has in common with its rows.
 * @returns how many payments were lost with the blocks
 */
export async function rebuild(ctx: OperatorContext, chainId: number): Promise<number> {
  const actor = { kind: "operator", name: "chaos", command: "rebuild", reason: "a drill" } as const;
  const operator = { ...ctx, modules, actor, requestId: newId("request") };
  const { reverted } = await applyRebuild(operator, await planRebuild(operator, { chainId }));
  return reverted.length;
}

/**
 * Does what an operator does after a reorganisation below finality, while blocks go on being mined.
 * @param rest waits until everything has come to rest
 */
export async function rebuildAfterHalt(
  ctx: OperatorContext,
  { id, request }: { id: number; request: JsonRpc },
  rest: () => Promise<Finding>,
): Promise<Finding> {
  const name = "an operator's rebuild brings the chain back, and everything comes to rest again";
  const reverted = await rebuild(ctx, id);
  let isOver = false;
  const mining = (async () => {
    while (!isOver) {
      await request("evm_mine");
      await sleep(BLOCK_MS);
    }
  })();
  const { violations } = await rest();
  isOver = true;
  await mining;
  const lost = reverted > 0 ? [] : ["no payment was lost: the reorganisation was not deep"];
  return { name, violations: [...lost, ...violations] };
}

const GIVE_UP_MS = 60_000;

type TransactionRow = Rows["transactions"][number];

/**
 * Forgets all that was read of the chain, reads it again from its start in one go, and compares.
 * Nothing else may use the database meanwhile.
 */
export async function compareResync(ctx: Context<SystemActor>, before: Rows): Promise<Finding> {
  const { db, chains } = ctx;
  const name = "reading the chain again from its start gives the same transactions";
  await forgetEverything(db);
  const until = new Date(Date.now() + GIVE_UP_MS);
  for (const { id } of chains.all) await indexChain(ctx, { chainId: id, until });
  const rows = await db<TransactionRow[]>`select * from transactions`;
  const was = new Set(before.transactions.filter(isMined).map(factsOf));
  const is = new Set(rows.filter(isMined).map(factsOf));
  const violations = [
    ...[...was].filter((facts) => !is.has(facts)).map((facts) => `only before: ${facts}`),
    ...[...is].filter((facts) => !was.has(facts)).map((facts) => `only now: ${facts}`),
  ];
  return { name, violations };
}

/** Sessions go back to where their payments found them; what the relay and clients did stays. */
async function forgetEverything(db: Db): Promise<void> {
  await transaction(db, async (tx) => {
    await tx`delete from chain_events`;
    await tx`delete from chain_blocks`;
    await tx`delete from chain_cursors`;
    await tx`delete from refunds`;
    await tx`delete from transactions`;
    await tx`update deployment_contracts
      set joined_at = null, backfilled_number = null, backfilled_hash = null`;
    await tx`
      update payment_sessions
      set status = 'pending', confirmed_at = null, customer_id = null, amount_refunded = 0
      where status in ('confirmed', 'refunded')`;
  });
}

const isMined = ({ status }: TransactionRow): boolean => status !== "reorged";

function factsOf(row: TransactionRow): string {
  const { type, deploymentId, paymentId, blockNumber, logIndex, fromAddress, toAddress } = row;
  const { amount, fee, sessionId, paymentException, status } = row;
  return [
    type,
    deploymentId,
    String(paymentId),
    blockNumber,
    logIndex,
    fromAddress,
    toAddress,
    amount,
    fee,
  ]
    .concat([sessionId, paymentException, status].map(String))
    .join(" ");
}
