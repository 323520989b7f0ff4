import type { TransactionSql } from "@/db/client";
import { unlockLiveMode } from "@/lib/domain/merchants/unlock-live-mode";
import { endSessions, type GoodSession } from "./sessions";

/**
 * What follows from a second factor that a user has added: other browsers are signed out, this one counts as signed in
 * with it, and merchants may be ready for live mode.
 * @param amr how the factor was just proved (RFC 8176)
 */
export async function afterEnrolment(
  tx: TransactionSql,
  { userId, id: keep }: Pick<GoodSession, "userId" | "id">,
  amr: readonly string[],
): Promise<void> {
  await endSessions(tx, { userId, reason: "factors_changed", keep });
  await tx`
    update identity_sessions set auth_time = now(),
      amr = array(select distinct unnest(amr || ${[...amr]}::text[]))
    where id = ${keep}`;
  await unlockMerchants(tx, userId);
}

/** Addresses of accounts are verified: what was missing for live mode may have been this. */
async function unlockMerchants(tx: TransactionSql, accountId: string): Promise<void> {
  const [user] = await tx<{ id: string }[]>`
    select id from users where provider = 'embedded' and subject = ${accountId}`;
  if (user) await unlockLiveMode(tx, user.id);
}
