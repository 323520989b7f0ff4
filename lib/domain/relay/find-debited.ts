import type { Deployment } from "@/lib/adapters/chain/chains";
import { isAuthorizationSpent } from "@/lib/adapters/chain/tokens";
import type { Bytes32 } from "@/lib/core/hex";
import type { Context } from "@/lib/domain/context";
import { openStates } from "./open-states";
import type { PaymentRequest } from "./payment-request";

const AT_MOST = 50;

/**
 * Which of a payer's open submissions have been mined although nobody has noted it yet: their amounts
 * have left the balance, and must not be counted against it again.
 * @returns ids; none where the chain does not answer
 */
export async function findDebited(
  { db }: Pick<Context, "db">,
  deployment: Deployment,
  { payment }: PaymentRequest,
): Promise<string[]> {
  const { chain, chainId } = deployment;
  const { token, payer } = payment;
  const open = await db<{ id: string; nonce: Bytes32 }[]>`
    select id, auth_nonce as nonce from relay_submissions
    where payer = ${payer} and token_address = ${token} and chain_id = ${chainId}
      and state in (${openStates(db)}) and state in ('signed', 'broadcast')
    limit ${AT_MOST}`;
  const spent = await Promise.all(
    open.map(({ nonce }) =>
      isAuthorizationSpent(chain.rpc, token, { authorizer: payer, nonce }).catch(() => false),
    ),
  );
  return open.filter((_, index) => spent[index]).map(({ id }) => id);
}
