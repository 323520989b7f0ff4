import type { Db } from "@/db/client";
import type { Notice } from "./alert-message";
import { GIVEN_UP_HOURS } from "./read-unsent-alerts";
import { type Sender, sendNotice } from "./send-notice";

/** Longer than an attempt takes: until then no other process makes one. */
const ATTEMPT_SECONDS = 60;

/**
 * Sends the notices that the webhook has not taken, each by one process at a time. A process that dies after sending
 * one leaves it to be sent again, under the same id.
 */
export async function sendStoredNotices(db: Db, sender: Sender): Promise<void> {
  const claimed = await db<Notice[]>`
    update alerts set next_attempt_at = now() + ${ATTEMPT_SECONDS} * interval '1 second'
    where kind in (
      select kind from alerts
      where sent_at is null and next_attempt_at <= now()
        and noticed_at > now() - ${GIVEN_UP_HOURS} * interval '1 hour'
      order by kind for update skip locked
    )
    returning notice_id, notice, kind, detail, raised_at, noticed_at`;
  await Promise.all(
    claimed.map(async (notice) => {
      if (!(await sendNotice(sender, notice))) return;
      await db`
        update alerts set sent_at = now()
        where kind = ${notice.kind} and notice_id = ${notice.noticeId}`;
    }),
  );
}
