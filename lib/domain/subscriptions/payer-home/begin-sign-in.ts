import { randomBytes } from "node:crypto";
import { deploymentsOf } from "@/lib/adapters/chain/chains";
import type { BeginSignInInput } from "@/lib/contract/subscriptions/payer-home";
import { checksumAddress } from "@/lib/core/chain/hex";
import { notFound } from "@/lib/core/errors";
import type { Mode } from "@/lib/core/modes";
import type { Context, PublicActor } from "@/lib/domain/platform/context";
import { hashOfToken, newSessionToken } from "./session-token";

/** What a payer signs in with. */
interface SignIn {
  readonly payer: `0x${string}`;
  readonly mode: Mode;
  readonly chainId: number;
  readonly nonce: string;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
}

/** How long a payer has to sign. */
const MINUTES = 10;

/**
 * Words the message with which a wallet signs in. The token ties it to this browser.
 * @throws Refusal `not_found`: the mode has no chain with subscriptions
 */
export async function beginSignIn(
  { db, chains, config }: Context<PublicActor>,
  { mode, payer, chainId }: BeginSignInInput,
): Promise<{ token: string; message: string }> {
  const usable = deploymentsOf(chains, mode).filter(({ contracts }) => contracts.subscriptions);
  const deployment = usable.find((one) => one.chainId === chainId) ?? usable[0];
  if (!deployment) throw notFound("subscriptions");
  const token = newSessionToken();
  const nonce = randomBytes(16).toString("hex");
  const [row] = await db<{ issuedAt: Date; expiresAt: Date }[]>`
    insert into payer_sessions (token_hash, mode, payer, chain_id, nonce, expires_at)
    values (
      ${hashOfToken(token)}, ${mode}, ${payer}, ${deployment.chainId}, ${nonce},
      now() + ${MINUTES} * interval '1 minute'
    )
    returning issued_at, expires_at`;
  if (!row) throw new Error("the session is written");
  const signIn = { payer, mode, chainId: deployment.chainId, nonce, ...row };
  return { token, message: signInMessage(config.APP_URL, signIn) };
}

/**
 * The message that a wallet signs (EIP-4361). The server alone words it, so that domain, chain, nonce and times of what
 * was signed are those that it gave out.
 */
export function signInMessage(appUrl: string, signIn: SignIn): string {
  const { payer, mode, chainId, nonce, issuedAt, expiresAt } = signIn;
  const { host, origin } = new URL(appUrl);
  return [
    `${host} wants you to sign in with your Ethereum account:`,
    checksumAddress(payer),
    "",
    `See and cancel the subscriptions of this wallet (${mode} mode). Nothing is charged.`,
    "",
    `URI: ${origin}/subscriptions`,
    "Version: 1",
    `Chain ID: ${chainId}`,
    `Nonce: ${nonce}`,
    `Issued At: ${issuedAt.toISOString()}`,
    `Expiration Time: ${expiresAt.toISOString()}`,
  ].join("\n");
}
