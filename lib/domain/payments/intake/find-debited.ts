import type { Deployment } from "@/lib/adapters/chain/chains";
import { isAuthorizationSpent } from "@/lib/adapters/chain/reads/tokens";
import type { Rpc } from "@/lib/adapters/chain/rpc/rpc";
import type { Bytes32 } from "@/lib/core/chain/hex";
import type { Context } from "@/lib/domain/platform/context";
import { accountOf } from "@/lib/domain/wallets/queue/work-queues";
import type { PaymentRequest } from "./payment-request";

const AT_MOST = 50;

/**
 * Which of a payer's open submissions have been mined but not recorded yet: their amounts have left the balance, and
 * must not be counted against it again.
 * @returns ids; none where the chain does not answer
 */
export async function findDebited(
  { db }: Pick<Context, "db">,
  deployment: Deployment,
  { payment }: PaymentRequest,
  rpc: Rpc,
): Promise<string[]> {
  const { chainId } = deployment;
  const { token, payer } = payment;
  const open = await db<{ id: string; nonce: Bytes32 }[]>`
    select s.id, s.auth_nonce as nonce
    from (
      select submission_id from relay_open_submissions
      where account = ${accountOf(chainId, payer)} and token_address = ${token} and queue is null
      offset 0
    ) o cross join lateral (
      select id, auth_nonce from relay_submissions
      where id = o.submission_id and state in ('signed', 'broadcast') limit 1
    ) s
    limit ${AT_MOST}`;
  const spent = await Promise.all(
    open.map(({ nonce }) =>
      isAuthorizationSpent(rpc, token, { authorizer: payer, nonce }).catch(() => false),
    ),
  );
  return open.filter((_, index) => spent[index]).map(({ id }) => id);
}
