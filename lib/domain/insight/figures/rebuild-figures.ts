import { type TransactionSql, transaction } from "@/db/client";
import { audited } from "@/lib/domain/platform/audit/audited";
import type { Context, OperatorActor } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { countedFor, type Figure, type FigureOwner, figuresOf, PLATFORM } from "./recounts";

/**
 * Replaces the counters of an owner by a recount. What is counted waits meanwhile: counters that are being written
 * finish first, and later ones add to what is recounted.
 */
export async function rebuildFigures(
  { db }: Pick<Context, "db">,
  owner: FigureOwner,
): Promise<void> {
  await transaction(db, async (tx) => {
    // Recounts see each change whose counters are written, and none whose counters wait for the lock.
    const own = figuresOf(owner);
    if (owner.merchantId === PLATFORM) await tx`lock table daily_takings in exclusive mode`;
    for (const { table } of own) await tx`lock table ${tx(table)} in exclusive mode`;
    for (const figure of own) await replace(tx, figure, owner);
    await tx`delete from figure_differences where ${ownedBy(tx, owner)}`;
  });
}

/** The same, with its entry in the audit log. */
export async function rebuildFiguresAudited(
  ctx: Context<OperatorActor>,
  owner: FigureOwner,
): Promise<void> {
  const isPlatform = owner.merchantId === PLATFORM;
  const subject = { type: isPlatform ? "platform" : "merchant", id: owner.merchantId };
  const { merchantId, mode } = owner;
  const whose = { merchantId: isPlatform ? null : merchantId, mode };
  const entry = { action: "stats.rebuild", subject, owner: whose, before: {} };
  await audited(ctx, entry, async (inner) => {
    await rebuildFigures(inner, owner);
    return { mode: owner.mode };
  });
}

async function replace(tx: TransactionSql, figure: Figure, owner: FigureOwner): Promise<void> {
  const { table, place, counters, bounds = {}, striped } = figure;
  const columns = tx.unsafe([...place, ...counters, ...Object.keys(bounds)].join(", "));
  const hasMerchant = owner.merchantId !== PLATFORM;
  await tx`delete from ${tx(table)} where ${countedFor(tx, owner)}`;
  await tx`
    insert into ${tx(table)} (
      ${hasMerchant ? tx`merchant_id,` : tx``} mode, ${striped ? tx`stripe,` : tx``} ${columns})
    select ${hasMerchant ? tx`${owner.merchantId},` : tx``} ${owner.mode}, ${striped ? tx`0,` : tx``}
      ${columns}
    from (${figure.recount(tx, owner)}) counted`;
}
