import { type Db, transaction } from "@/db/client";
import type { Block } from "@/lib/adapters/chain/blocks";
import { wakes } from "@/lib/core/wakes";
import { wake } from "@/lib/domain/outbox/wake";
import { fallingDue } from "@/lib/domain/renewals/due-renewals";

type Head = Pick<Block, "number" | "timestamp">;

/**
 * Remembers the highest head that was seen, for the distance shown to operators, and what time the chain has: what is due
 * by its clock is looked for then. The relay, which may be at rest, is woken for what falls due with the head, in the same
 * transaction: no crash leaves it to the next minute.
 */
export async function noteHead(db: Db, chainId: number, head: Head): Promise<void> {
  if (!(await fallsDue(db, chainId, head))) return writeHead(db, chainId, head);
  await transaction(db, async (tx) => {
    await writeHead(tx, chainId, head);
    await wake(tx, wakes.relay, { chainId });
  });
}

async function fallsDue(db: Db, chainId: number, { timestamp }: Head): Promise<boolean> {
  const [row] = await db<{ falls: boolean }[]>`
    select exists (${fallingDue(db, db`${timestamp}::timestamptz`)}) as falls
    from chain_cursors c where c.chain_id = ${chainId}`;
  return row?.falls === true;
}

async function writeHead(db: Db, chainId: number, { number, timestamp }: Head): Promise<void> {
  await db`
    update chain_cursors set head_number = greatest(head_number, ${number}), head_at = ${timestamp},
      updated_at = now()
    where chain_id = ${chainId}`;
}
