import type { Db } from "@/db/client";
import type { listMails as declaration } from "@/lib/contract/admin/mails";
import type { InputOf, OutputOf } from "@/lib/contract/endpoint";
import { type ListedMail, mailColumns } from "@/lib/domain/mails/list-mails";
import type { AdminActor, Context } from "@/lib/domain/platform/context";
import { inPage, newestFirst, toPage } from "@/lib/domain/platform/pages/page";

type Input = InputOf<typeof declaration>;
type Page = OutputOf<typeof declaration>;

/** A mail as admin users see it: never its facts, which hold links and codes. */
export const viewMail = (row: ListedMail): Page["data"][number] => ({ object: "mail", ...row });

/**
 * Lists the emails of all merchants, newest first.
 * @throws Refusal `invalid_request`: a bad cursor
 */
export async function listMails({ db }: Context<AdminActor>, input: Input): Promise<Page> {
  const listed = db<ListedMail[]>`
    select ${mailColumns(db)} from mails m where ${inPage(db, "m", input)} ${filters(db, input)}`;
  const rows = await newestFirst(db, "m", listed, input);
  return toPage(rows, input, "/v1/admin/mail", viewMail);
}

function filters(db: Db, { state, kind, address }: Input) {
  return db`
    ${state ? db`and m.state = ${state}` : db``}
    ${kind ? db`and m.kind = ${kind}` : db``}
    ${address ? db`and lower(m.recipient) = lower(${address})` : db``}`;
}
