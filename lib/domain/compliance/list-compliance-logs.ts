import type { Db } from "@/db/client";
import type { InputOf, OutputOf } from "@/lib/contract/endpoint";
import type { listComplianceLogs as declaration } from "@/lib/contract/insight/compliance-logs";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { inPage, newestFirst, toPage } from "@/lib/domain/platform/pages/page";
import { type LogRow, selectLogs, viewLog } from "./log-rows";

type Input = InputOf<typeof declaration>;

/**
 * Lists the screenings of wallets that were made for a merchant, newest first.
 * @throws Refusal `invalid_request`: a bad cursor
 */
export async function listComplianceLogs(
  { db, actor }: Context<MerchantActor>,
  input: Input,
): Promise<OutputOf<typeof declaration>> {
  const { subject, resourceId } = input;
  const listed = db<LogRow[]>`
    select s.* from (${selectLogs(db)}) s
    where ${ownedBy(db, actor, "s")} and ${inPage(db, "s", input)} ${resultIs(db, input)}
      ${subject ? db`and s.subject = ${subject}::bytea` : db``}
      ${resourceId ? db`and s.resource_id = ${resourceId}` : db``}`;
  const rows = await newestFirst(db, "s", listed, input);
  return toPage(rows, input, "/v1/compliance/logs", (row) => viewLog(row));
}

/** Nearly all are clear: the others have an index, which is usable only where the statement says so. */
function resultIs(db: Db, { result }: Input) {
  if (!result) return db``;
  if (result === "clear") return db`and s.result = 'clear'`;
  return db`and s.result <> 'clear' and s.result = ${result}`;
}
