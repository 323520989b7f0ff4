import { z } from "zod";
import { address, bytes32, email, hexBytes, idInput, uint256 } from "@/lib/contract/fields";
import type { HostedMerchant } from "@/lib/contract/merchants/hosted-merchant";
import type { Currency } from "@/lib/core/amounts/money";
import type { Mode } from "@/lib/core/modes";
import type { WalletConnectors } from "@/lib/core/wallets/wallet-connectors";

/**
 * What the hosted pay page and its server actions say to each other. Amounts are digits in the token's
 * smallest unit and instants ISO 8601, since all of it crosses to the browser as JSON.
 */

/**
 * Where a session's payment stands, as its payer sees it.
 * `submitted`: relayed, not mined; `seen`: mined, not final; `failed`: the last attempt can no longer be
 * executed; `review`: paid, and held by the merchant's screening, or paid late or in another amount; `returned`: the
 * merchant pays back what screening held; `refunded`: all that was paid is returned.
 */
export const payStatuses = [
  "open",
  "submitted",
  "seen",
  "confirmed",
  "refunded",
  "failed",
  "review",
  "returned",
  "expired",
  "cancelled",
  "unavailable",
] as const;
export type PayStatusName = (typeof payStatuses)[number];

/** Status, hashes, accounts, failure code, and when: nothing about the customer or the merchant. */
export interface PayStatus {
  status: PayStatusName;
  txHash: string | null;
  refundTxHash: string | null;
  /** What was paid and returned, where it did not pay the session: it may be another amount than the session asks for. */
  refundedAmount?: string;
  /** Between which accounts the payment moved, as the chain shows it to everybody; null until it is mined. */
  from: string | null;
  to: string | null;
  failureCode: string | null;
  /** When the last attempt was relayed; it also tells one failed attempt from the next. */
  submittedAt: string | null;
  seenAt: string | null;
  expectedFinalAt: string | null;
  confirmedAt: string | null;
  /** The chain that the session is on: it may move until a payer is asked to sign. */
  chainId: number;
  /** The database's clock when this was read, to the microsecond: of two, the later one holds. */
  asOf: string;
}

/** A chain, as a wallet is asked to switch to it or to add it (EIP-3085, EIP-3326). */
export interface PayNetwork {
  chainId: number;
  label: string;
  rpcUrls: readonly string[];
  explorer: string | null;
  nativeCurrency: { name: string; symbol: string; decimals: number };
}

/** A chain on which a session can be paid. */
export type PayChain = Pick<PayNetwork, "chainId" | "label">;

/** What a wallet has of a session's token on a chain: digits in its smallest unit; null where the chain did not answer. */
export interface ChainBalance {
  chainId: number;
  balance: string | null;
}

/** How many messages a payment takes: one where the processor computes the authorization's nonce from its terms. */
export const signatureCounts = [1, 2] as const;
export type SignatureCount = (typeof signatureCounts)[number];

/** All that the pay page shows. */
export interface PayPage {
  sessionId: string;
  mode: Mode;
  amount: string;
  currency: Currency;
  decimals: number;
  tokenAddress: string;
  merchantId: string;
  /** The payment processor, which takes what was signed. */
  processorAddress: string;
  /** The registry that numbers the merchant. */
  registryAddress: string;
  /** How many messages a payer who begins now signs. */
  signatures: SignatureCount;
  description: string | null;
  /** What the buyer gave before this page; null without any. */
  email: string | null;
  createdAt: string;
  expiresAt: string;
  merchant: HostedMerchant;
  network: PayNetwork;
  /** The chains that the payer can choose from, that of `network` among them; empty where there is nothing to choose. */
  chains: readonly PayChain[];
  /** Where this page is, for another device. */
  pageUrl: string;
  /** Back to the merchant: after paying, and without. */
  successUrl: string | null;
  cancelUrl: string | null;
  status: PayStatus;
  /** The local chain's wallet for trying things out. */
  testWallet: boolean;
  /** The ways to wallets that are not in the payer's browser; null for none. */
  connectors: WalletConnectors | null;
}

/**
 * What an account is by its code: `none`, a key's own, or of a wallet that is not deployed yet; `contract`
 * (ERC-1271); `delegated`, a key that a contract acts for (EIP-7702). Tokens ask the code of the latter
 * two to verify signatures.
 */
export type AccountCode = "none" | "contract" | "delegated";

/** What is known of a wallet before it signs. */
export interface WalletCheck {
  balance: string;
  /** Whether its own key signs, or code verifies its signatures. */
  code: AccountCode;
  /** It cannot be used here; the payer is not told why. */
  blocked: boolean;
}

/** A message for `eth_signTypedData_v4` (EIP-712). */
export interface TypedData {
  domain: Record<string, string | number>;
  types: Record<string, readonly { name: string; type: string }[]>;
  primaryType: string;
  message: Record<string, string>;
}

/**
 * What a payer signs, and until when the network takes it. With one signature the authorization's nonce is
 * the digest of the payment's terms and `salt`; with two it is free, and the intent repeats it.
 */
export type SigningRequest = {
  authorization: TypedData;
  signed: SignedTerms;
  /** ISO 8601, by the chain's clock. */
  signBefore: string;
  secondsToSign: number;
} & ({ signatures: 1; salt: string } | { signatures: 2; intent: TypedData });

/** What the payer's signatures say, as the page showed it. */
export type SignedTerms = z.input<typeof signedTerms>;

const sessionId = idInput("paymentSession");

export const signedTerms = z.strictObject({
  payer: address,
  registry: address,
  merchantId: uint256,
  token: address,
  amount: uint256,
  ref: bytes32,
  nonce: bytes32,
  validBefore: uint256,
});

export const walletInput = z.strictObject({ sessionId, payer: address });
const chainId = z.number().int().positive();
/** With the chain that the page shows: a payer is asked to sign on no other one. */
export const signInput = walletInput.extend({ chainId: chainId.optional() });
export const moveInput = z.strictObject({ sessionId, chainId });
/** With one signature the salt says how the nonce was made; with two the second binds it. */
const relayed = { sessionId, signed: signedTerms, authSignature: hexBytes };
export const relayHostedInput = z.union([
  z.strictObject({ ...relayed, salt: uint256 }),
  z.strictObject({ ...relayed, intentSignature: hexBytes }),
]);
export const payerInput = z.strictObject({ sessionId, payer: address, email });

export type WalletInput = z.output<typeof walletInput>;
export type SignInput = z.output<typeof signInput>;
export type MoveInput = z.output<typeof moveInput>;
export type RelayHostedInput = z.output<typeof relayHostedInput>;

/** A server action's answer: what was asked for, or the word for why not. */
export type Answer<T> =
  | { ok: true; value: T }
  | { ok: false; reason: string; retryAfterSeconds: number | null; requestId: string | null };

/** The server actions of the pay page. */
export interface PayActions {
  checkWallet(input: z.input<typeof walletInput>): Promise<Answer<WalletCheck>>;
  readBalances(input: z.input<typeof walletInput>): Promise<Answer<ChainBalance[]>>;
  moveSession(input: z.input<typeof moveInput>): Promise<Answer<null>>;
  requestSignatures(input: z.input<typeof signInput>): Promise<Answer<SigningRequest>>;
  relay(input: z.input<typeof relayHostedInput>): Promise<Answer<PayStatus>>;
  recordPayer(input: z.input<typeof payerInput>): Promise<Answer<null>>;
  /** Only where the test wallet is. */
  mintTestTokens(input: z.input<typeof walletInput>): Promise<Answer<null>>;
}
