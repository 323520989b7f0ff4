import type { Db } from "@/db/client";
import { invalidState } from "@/lib/core/errors";
import type { Address, Bytes32 } from "@/lib/core/hex";
import { authorizationPending } from "./next-nonce";

/**
 * Refuses to ask for, or to relay, an authorization of a session beside another one that may still be
 * executed: refused before it was broadcast, and not past its time at the block up to which the chain was read twice.
 * @param ours whose authorization it is, and the nonces that do not count as others
 * @throws Refusal `session_invalid_state`: `other_wallet_pending`, or `authorization_pending` where the
 * other one is of the same payer
 */
export async function checkNoOtherAuthorization(
  db: Db,
  sessionId: string,
  { payer, nonces }: { payer: Address; nonces: readonly Bytes32[] },
): Promise<void> {
  const [other] = await db<{ isPayers: boolean }[]>`
    select s.payer = ${payer} as is_payers
    from relay_submissions s left join chain_cursors c on c.chain_id = s.chain_id
    where s.session_id = ${sessionId} and s.state = 'rejected'
      and s.failure_code is distinct from 'authorization_consumed'
      and (c.reread_at is null or s.valid_before > extract(epoch from c.reread_at))
      and not (s.payer = ${payer} and s.auth_nonce in ${db(nonces)})
    order by is_payers limit 1`;
  if (!other) return;
  if (other.isPayers) throw authorizationPending();
  throw invalidState("An authorization of another wallet is still valid.", {
    reason: "other_wallet_pending",
  });
}
