import { type Address, checksumAddress } from "@/lib/core/chain/hex";

/** What a merchant's wallets are asked to sign for. */
export interface WalletProof {
  readonly merchantId: string;
  readonly payout: Address;
  readonly owner: Address;
  readonly nonce: string;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
}

/** Where the merchant is to be registered. */
export interface ProofPlace {
  readonly appUrl: string;
  readonly chainId: number;
  readonly registry: Address;
}

/** What a wallet signs, and as what. */
export interface ProofMessage {
  readonly role: "payout" | "owner";
  readonly signer: Address;
  readonly message: string;
}

/**
 * The messages by which a merchant's wallets agree to its registration (EIP-4361): one where they are the same wallet. The
 * server alone words them, so that domain, chain, registry, merchant, nonce and times are those that it gave out.
 */
export function proofMessages(place: ProofPlace, proof: WalletProof): ProofMessage[] {
  const { merchantId, payout, owner } = proof;
  const inLive = `the live payments of merchant ${merchantId}`;
  if (payout === owner) {
    const statement = `Receive ${inLive} in this wallet, which may change that later. This moves no money.`;
    return [{ role: "payout", signer: payout, message: worded(place, proof, payout, statement) }];
  }
  const receives = `Receive ${inLive} in this wallet. The wallet ${checksumAddress(owner)} may change that later. This moves no money.`;
  const owns = `Decide where ${inLive} go, at first to the wallet ${checksumAddress(payout)}. This moves no money.`;
  return [
    { role: "payout", signer: payout, message: worded(place, proof, payout, receives) },
    { role: "owner", signer: owner, message: worded(place, proof, owner, owns) },
  ];
}

function worded(
  { appUrl, chainId, registry }: ProofPlace,
  { merchantId, nonce, issuedAt, expiresAt }: WalletProof,
  signer: Address,
  statement: string,
): string {
  const { host, origin } = new URL(appUrl);
  return [
    `${host} wants you to sign in with your Ethereum account:`,
    checksumAddress(signer),
    "",
    statement,
    "",
    `URI: ${origin}/dashboard/settings/onchain`,
    "Version: 1",
    `Chain ID: ${chainId}`,
    `Nonce: ${nonce}`,
    `Issued At: ${issuedAt.toISOString()}`,
    `Expiration Time: ${expiresAt.toISOString()}`,
    `Request ID: ${merchantId}`,
    "Resources:",
    `- eip155:${chainId}:${checksumAddress(registry)}`,
  ].join("\n");
}
