import type { Context, SystemActor } from "@/lib/domain/platform/context";
import { checkBooks } from "./check-books";
import { keepCheck } from "./keep-check";

/**
 * Compares the books with the chains, one after the other, and keeps what is found for /ready.
 * @param given.after the chain that was compared last; 0 at first
 * @param given.until when to stop
 * @returns where to go on; null at the end
 */
export async function checkNextBooks(
  ctx: Context<SystemActor>,
  { after, until }: { after: number; until: Date },
): Promise<number | null> {
  const waiting = ctx.chains.all.filter(({ id }) => id > after).sort((a, b) => a.id - b.id);
  let done = after;
  for (const chain of waiting) {
    if (new Date() > until) return done;
    const report = await checkBooks(ctx, chain, { until, keeper: keepCheck(ctx.db) });
    const { reason, node, goesOn, differences } = report;
    if (goesOn) return done;
    const fields = { chainId: chain.id, node, found: differences.length };
    if (differences.length > 0) ctx.log.error(fields, "books and chain differ");
    if (reason !== null) ctx.log.warn({ ...fields, reason }, "books were not checked");
    done = chain.id;
  }
  return null;
}
