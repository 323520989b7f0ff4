import type { TransactionSql } from "@/db/client";
import { queueMail } from "@/lib/domain/mails/queue-mail";
import { accountMails } from "./account-mails";

/**
 * Unlocks live mode for the merchants of a user that meet all conditions, and mails each once. Call it only for a user
 * with a verified address and a second factor, as the identity provider has just confirmed.
 */
export async function unlockLiveMode(tx: TransactionSql, userId: string): Promise<void> {
  const unlocked = await tx<{ id: string }[]>`
    update merchants set live_unlocked_at = clock_now()
    where live_unlocked_at is null and status = 'active' and business_sector is not null
      and country_code is not null and payout_address is not null
      and id in (select merchant_id from memberships where user_id = ${userId})
    returning id`;
  for (const { id } of unlocked) {
    await queueMail(tx, accountMails.liveUnlocked, { merchantId: id, mode: "live", about: id });
  }
}
