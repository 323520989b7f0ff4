import { type Db, transaction } from "@/db/client";
import { type AuditedActor, recordAudit } from "@/lib/domain/platform/audit/record-audit";
import type { Context } from "@/lib/domain/platform/context";

/** How many wallets a round goes through: customers, and merchants' payout addresses. */
export async function countKnownWallets(db: Db): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select ((select count(*) from customers) + (select count(*) from merchant_registrations))::int
      as count`;
  return row?.count ?? 0;
}

/** Begins the round of a version of the lists anew, and ends that of another one, which the lists have left. Merchants are told of no match twice. */
export async function repeatRound(ctx: Context<AuditedActor>, listVersion: string): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const [before] = await tx<{ screened: number; matched: number; finishedAt: Date | null }[]>`
      select screened, matched, finished_at from screening_rounds
      where list_version = ${listVersion} for no key update`;
    await tx`delete from screening_rounds where list_version = ${listVersion}`;
    await tx`update screening_rounds set finished_at = now() where finished_at is null`;
    await tx`insert into screening_rounds (list_version) values (${listVersion})`;
    await recordAudit(ctx, tx, {
      action: "screening.rescreen",
      subject: { type: "screening_round", id: listVersion },
      before: before ? { ...before } : null,
      after: null,
    });
  });
}
