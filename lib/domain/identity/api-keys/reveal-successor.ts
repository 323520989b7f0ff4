import { transaction } from "@/db/client";
import { invalidState } from "@/lib/core/errors";
import type { Context, SessionActor } from "@/lib/domain/platform/context";
import { lockForKey } from "@/lib/domain/platform/key-making";
import { readClock } from "@/lib/domain/platform/read-clock";
import { findKey, type LeakRow } from "./key-rows";
import { recordNewKey } from "./record-new-key";
import { isOver, mintLike } from "./rotate-api-key";
import { type KeyWithSecret, viewKey } from "./view";

/**
 * Makes the key that takes the place of one that was found in public, and shows its text, this once.
 * @throws Refusal `not_found`
 * @throws Refusal `session_invalid_state`: the key did not leak or was revoked before (`no_successor`); its successor
 * was shown (`successor_revealed`); it would have expired by now (`key_expired`)
 */
export async function revealSuccessor(
  ctx: Context<SessionActor>,
  { id }: { id: string },
): Promise<KeyWithSecret> {
  return transaction(ctx.db, async (tx) => {
    await lockForKey(tx, ctx.actor);
    const leaked = await findKey(tx, ctx.actor, id);
    const [leak] = await tx<LeakRow[]>`
      select * from api_key_leaks where key_id = ${id} and ended_key for no key update`;
    if (!leak) throw refused("no_successor", "This key has no successor to reveal.");
    if (leak.successorId !== null)
      throw refused("successor_revealed", "The successor was already revealed.");
    if (leaked.expiresAt && leaked.expiresAt <= (await readClock(tx))) throw isOver("expired");
    const { row, secret } = await mintLike(ctx, tx, leaked);
    await tx`
      update api_key_leaks set successor_id = ${row.id}, revealed_at = clock_now()
      where key_id = ${id} and successor_id is null`;
    await tx`update api_keys set rotated_to_id = ${row.id} where id = ${id}`;
    await recordNewKey(ctx, tx, "reveal_successor", row, leaked);
    return { ...viewKey(row, undefined), secret };
  });
}

const refused = (reason: "no_successor" | "successor_revealed", message: string) =>
  invalidState(message, { reason });
