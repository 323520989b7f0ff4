import { invalidState } from "@/lib/core/errors";
import type { Address } from "@/lib/core/hex";
import type { Context } from "@/lib/domain/context";
import type { SessionRow } from "@/lib/domain/payment-sessions/session-rows";
import { readPayStatus } from "./pay-status";

/**
 * A session that waits to be paid.
 * @throws Refusal `not_found`
 * @throws Refusal `session_invalid_state`: closed, or a payment is on its way
 */
export async function payableSession(ctx: Context, sessionId: string): Promise<SessionRow> {
  const { row, status } = await readPayStatus(ctx, sessionId);
  if (status.status !== "open" && status.status !== "failed") {
    throw invalidState("The session cannot be paid now.", {
      reason: "not_payable",
      currentStatus: row.status,
    });
  }
  return row;
}

/**
 * Refuses a payer while the signatures of another one for this session may still be executed: refused
 * before they were broadcast, and not past their time at the finalised block.
 * @throws Refusal `session_invalid_state` with `other_wallet_pending`
 */
export async function checkNoOtherPayer(
  { db }: Pick<Context, "db">,
  row: SessionRow,
  payer: Address,
): Promise<void> {
  const others = await db`
    select from relay_submissions s left join chain_cursors c on c.chain_id = s.chain_id
    where s.session_id = ${row.id} and s.payer <> ${payer} and s.state = 'rejected'
      and s.failure_code is distinct from 'authorization_consumed'
      and (c.finalized_at is null or s.valid_before > extract(epoch from c.finalized_at))
    limit 1`;
  if (others.length === 0) return;
  throw invalidState("An authorization of another wallet is still valid.", {
    reason: "other_wallet_pending",
  });
}
