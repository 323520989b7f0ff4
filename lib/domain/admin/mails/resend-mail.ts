import type { resendMail as declaration } from "@/lib/contract/admin/mails";
import type { InputOf, OutputOf } from "@/lib/contract/endpoint";
import { notFound } from "@/lib/core/errors";
import { findMail } from "@/lib/domain/mails/list-mails";
import { resendMail as queueAgain } from "@/lib/domain/mails/repair-mail";
import type { AdminActor, Context } from "@/lib/domain/platform/context";
import { viewMail } from "./list-mails";

/**
 * Queues a mail again, by the rules of the operator's command.
 * @throws Refusal `not_found`
 * @throws Refusal `invalid_request` with `not_unsent` or `test_mode`
 */
export async function resendMail(
  ctx: Context<AdminActor>,
  { id }: InputOf<typeof declaration>,
): Promise<OutputOf<typeof declaration>> {
  await queueAgain(ctx, id);
  const mail = await findMail(ctx.db, id);
  if (!mail) throw notFound("mail");
  return viewMail(mail);
}
