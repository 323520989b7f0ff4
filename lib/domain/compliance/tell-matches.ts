import { asRows } from "@/db/as-rows";
import type { TransactionSql } from "@/db/client";
import { encodeAs } from "@/lib/contract/encode";
import { complianceLog } from "@/lib/contract/insight/compliance-logs";
import type { Address } from "@/lib/core/chain/hex";
import { type MatchResult, matchResults, type ScreeningResult } from "@/lib/core/kinds";
import type { Mode } from "@/lib/core/modes";
import type { EventKind } from "@/lib/core/webhooks/event-kinds";
import { queueMail } from "@/lib/domain/mails/queue-mail";
import { recordEvents } from "@/lib/domain/platform/events/record-events";
import { walletFlaggedMail } from "./compliance-mails";
import { type LogRow, selectLogs, viewLog } from "./log-rows";

/** A screening that was written down in the same transaction. */
interface WrittenScreening {
  readonly merchantId: string;
  readonly mode: Mode;
  readonly subject: Address;
  readonly resourceId: string;
  readonly screening: { readonly result: ScreeningResult; readonly listVersion: string };
}

const eventTypes: Readonly<Record<MatchResult, EventKind>> = {
  flagged: "compliance.wallet_flagged",
  blocked: "compliance.wallet_blocked",
};

const isMatch = (result: ScreeningResult): result is MatchResult =>
  (matchResults as readonly ScreeningResult[]).includes(result);

/** Whether a list names the wallet. */
export const hasMatch = ({ screening }: Pick<WrittenScreening, "screening">) =>
  isMatch(screening.result);

/**
 * Tells merchants of wallets that a list names: an event and, of a wallet that is watched, a mail. Once for each wallet,
 * merchant, version of the lists and result, which the key of `wallet_matches` decides. Call it in the transaction that
 * writes the screenings.
 */
export async function tellMatches(
  tx: TransactionSql,
  screenings: readonly WrittenScreening[],
): Promise<void> {
  const matches = screenings.filter(hasMatch);
  if (matches.length === 0) return;
  const logs = await insertMatches(tx, matches);
  await recordEvents(
    tx,
    logs.flatMap((row) =>
      isMatch(row.result)
        ? [
            {
              merchantId: row.merchantId,
              mode: row.mode,
              type: eventTypes[row.result],
              resource: { type: "compliance_log", id: row.id },
              object: encodeAs(complianceLog, viewLog(row)),
            },
          ]
        : [],
    ),
  );
  for (const row of logs) {
    if (row.result === "flagged") await mailFlagged(tx, row);
  }
}

/** @returns the screenings of those that were not told yet */
async function insertMatches(
  tx: TransactionSql,
  matches: readonly WrittenScreening[],
): Promise<LogRow[]> {
  const rows = matches.map(({ screening, ...match }) => ({ ...match, ...screening }));
  return tx<LogRow[]>`
    with fresh as (
      insert into wallet_matches (merchant_id, mode, subject, list_version, result, resource_id)
      select "merchantId", mode, hex_bytes(subject), "listVersion", result, "resourceId"
      from json_to_recordset(${asRows(rows)}::text::json) as w("merchantId" text, mode text,
        subject text, "listVersion" text, result text, "resourceId" text)
      order by 1, 2, 3, 4, 5, 6
      on conflict do nothing
      returning subject, list_version, resource_id
    )
    select s.* from fresh f
    cross join lateral (
      select * from (${selectLogs(tx)}) l
      where screening_key(l.resource_id, l.subject) = screening_key(f.resource_id, f.subject)
        and l.resource_id = f.resource_id and l.subject = f.subject
        and l.list_version = f.list_version
      limit 1
    ) s
    order by s.id`;
}

async function mailFlagged(tx: TransactionSql, row: LogRow): Promise<void> {
  await queueMail(tx, walletFlaggedMail, {
    merchantId: row.merchantId,
    mode: row.mode,
    about: [row.merchantId, row.mode, row.subject, row.listVersion].join(":"),
    wallet: row.subject,
    resourceId: row.resourceId,
    at: row.createdAt.toISOString(),
  });
}
