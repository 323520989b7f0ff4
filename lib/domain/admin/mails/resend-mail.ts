import type { resendMail as declaration } from "@/lib/contract/admin/mails";
import type { InputOf, OutputOf } from "@/lib/contract/endpoint";
import { notFound } from "@/lib/core/errors";
import { because } from "@/lib/domain/admin/because";
import { findMail } from "@/lib/domain/mails/list-mails";
import { planResend, resendMail as queueAgain } from "@/lib/domain/mails/repair-mail";
import type { AdminActor, Context } from "@/lib/domain/platform/context";
import { viewMail } from "./list-mails";

/**
 * Queues a mail again, by the rules of the operator's command. A dry run answers with the mail as it is.
 * @throws Refusal `not_found`
 * @throws Refusal `invalid_request` with `not_unsent` or `test_mode`
 */
export async function resendMail(
  ctx: Context<AdminActor>,
  { id, reason, dryRun }: InputOf<typeof declaration>,
): Promise<OutputOf<typeof declaration>> {
  if (dryRun) return viewMail(await planResend(ctx.db, id));
  await queueAgain(because(ctx, reason), id);
  const mail = await findMail(ctx.db, id);
  if (!mail) throw notFound("mail");
  return viewMail(mail);
}
