import { checksumAddress } from "@/lib/core/hex";
import type { Mode } from "@/lib/core/modes";

/** What a payer signs in with. */
export interface SignIn {
  readonly payer: `0x${string}`;
  readonly mode: Mode;
  readonly chainId: number;
  readonly nonce: string;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
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
