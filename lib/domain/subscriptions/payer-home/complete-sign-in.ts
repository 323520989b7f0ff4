import { hashMessage } from "viem";
import type { payerSessions } from "@/db/schema/payer-sessions";
import { signatureBytes } from "@/lib/adapters/chain/calls/signatures";
import { chainById } from "@/lib/adapters/chain/chains";
import { isSignedForWallet } from "@/lib/adapters/chain/reads/signed-for";
import { requestMs, rpcWithin } from "@/lib/adapters/chain/rpc/rpc-within";
import type { Hex } from "@/lib/core/chain/hex";
import { invalidRequest, Refusal } from "@/lib/core/errors";
import type { Context, PublicActor } from "@/lib/domain/platform/context";
import { signInMessage } from "./begin-sign-in";
import { hashOfToken, newSessionToken } from "./session-token";

type Row = typeof payerSessions.$inferSelect;

/**
 * Signs a payer in whose wallet signed the message that this browser was given. A message is taken once, and the browser
 * gets another token.
 * @throws Refusal `authentication_error` with `expired`: no such message waits here any more
 * @throws Refusal `invalid_request` with `signature_invalid`
 * @throws RpcUnavailable, ChainDoubt
 */
export async function completeSignIn(
  { db, chains, config }: Context<PublicActor>,
  { token, signature }: { token: string | undefined; signature: Hex },
): Promise<{ token: string }> {
  const tokenHash = hashOfToken(token ?? "");
  const [row] = await db<Row[]>`
    select * from payer_sessions
    where token_hash = ${tokenHash} and signed_in_at is null and expires_at > now()`;
  if (!row) throw expired();
  const digest = hashMessage(signInMessage(config.APP_URL, row));
  const chain = chainById(chains, row.chainId);
  const within = { ...chain, rpc: rpcWithin(chain.rpc, requestMs) };
  if (!(await isSignedForWallet(within, row.payer, digest, signatureBytes(signature)))) {
    throw invalidRequest("signature", "This is not the wallet's signature of the message.", {
      reason: "signature_invalid",
    });
  }
  const next = newSessionToken();
  const { count } = await db`
    update payer_sessions set token_hash = ${hashOfToken(next)}, signed_in_at = now(),
      expires_at = now() + interval '1 hour'
    where token_hash = ${tokenHash} and signed_in_at is null and expires_at > now()`;
  if (count === 0) throw expired();
  return { token: next };
}

function expired(): Refusal {
  return new Refusal("authentication_error", "Request another message to sign.", {
    details: { reason: "sign_in_expired" },
  });
}
