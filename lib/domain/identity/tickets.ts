import type { TransactionSql } from "@/db/client";
import { hashOfToken } from "@/lib/domain/subscriptions/payer-home/session-token";
import { wrongCode } from "./first-factor";

/**
 * Takes the ticket of a sign-in whose second factor was just proved, once.
 * @returns how the first factor was proved (RFC 8176)
 * @throws Refusal `authentication_error` with `code_wrong`
 */
export async function takeTicket(tx: TransactionSql, ticket: string): Promise<string[]> {
  const [used] = await tx<{ amr: string[] }[]>`
    update identity_tickets t set used_at = now() from identity_users u
    where t.token_hash = ${hashOfToken(ticket)} and t.used_at is null and t.expires_at > now()
      and u.id = t.user_id and u.status = 'active'
    returning t.amr`;
  if (!used) throw wrongCode();
  return used.amr;
}
