import { z } from "zod";
import { address, hexBytes, idInput, uint256 } from "@/lib/contract/fields";
import type { Answer, PayNetwork, TypedData } from "@/lib/contract/payments/hosted-pay";
import type { Currency } from "@/lib/core/amounts/money";
import { type Mode, modes } from "@/lib/core/modes";
import type { PermitState, SubscriptionStatus } from "@/lib/core/states";
import type {
  ChargeFailure,
  OnchainCancel,
  PlanInterval,
} from "@/lib/core/subscriptions/subscription-kinds";
import type { WalletConnectors } from "@/lib/core/wallets/wallet-connectors";

/**
 * What the page of a payer's subscriptions and its server actions say to each other. Amounts are digits in the token's
 * smallest unit and instants ISO 8601.
 */

/** The wallets that a payer may sign with, beside those of the browser. */
export interface PayerWallets {
  /** The local chain's id, where there is its test wallet. */
  testChainId: number | null;
  /** Those outside the browser; null where the settings have none. */
  connectors: WalletConnectors | null;
  /** The mode's chains with subscriptions. Those outside the browser pair with the first, and may be asked to go to the others. */
  networks: readonly PayNetwork[];
}

/** Whether the next charge would go through as things are; `unknown` where the chain does not answer. */
export type Outlook = "good" | "low_balance" | "low_allowance" | "unknown";

/** A transaction that a wallet sends as it is. */
export interface OwnCall {
  to: string;
  data: string;
}

/** A charge in a final block. */
export interface Receipt {
  transactionId: string;
  amount: string;
  chargedAt: string;
  txHash: string;
}

export interface OwnSubscription {
  id: string;
  merchant: { name: string; website: string | null; timeZone: string };
  /** Null where its terms are those of no plan. */
  plan: { id: string; name: string; interval: PlanInterval; intervalCount: number } | null;
  amount: string;
  /** What the next charge takes: less than `amount` where a part of its period is charged already. */
  due: string;
  currency: Currency;
  decimals: number;
  intervalSeconds: number;
  network: { label: string; chainId: number; explorer: string | null };
  status: SubscriptionStatus;
  /** Pending, and its enrolment can no longer be executed. */
  failed: boolean;
  /** Past due, and to be charged now: after a late charge that is returned nothing is until the next period. */
  overdue: boolean;
  paused: boolean;
  /** It begins where another one of the plan ends. */
  follows: boolean;
  nextChargeAt: string | null;
  /** Null where nothing is charged any more. */
  outlook: Outlook | null;
  endAt: string | null;
  paidUntil: string | null;
  graceEndsAt: string | null;
  failureCode: ChargeFailure | null;
  cap: string | null;
  charged: string;
  /** A charge is signed and may still land, or its block is not final yet, or screening holds it. */
  charging: boolean;
  onchainCancel: OnchainCancel;
  /** Ends it without Stipend; null where the chain does not have it, or not any more. */
  cancelCall: OwnCall | null;
  receipts: Receipt[];
}

/** What a token lets the contract for subscriptions take from the wallet, and what may still be charged. */
export interface Allowance {
  currency: Currency;
  decimals: number;
  network: string;
  chainId: number;
  token: string;
  /** The contract for subscriptions. */
  spender: string;
  /** By the token. */
  allowed: string;
  /** By the contract. */
  committed: string;
  /** Of that, what belongs to subscriptions that have not ended here. */
  chargeable: string;
  /** Of that, what subscriptions with other services may still charge: the contract is one for all. */
  others: string;
  /** Allows what may still be charged, neither more nor less; null where it is so. */
  allowCall: OwnCall | null;
  /** A permit that the payer has signed and that is not final yet. */
  permit: PermitProgress | null;
}

/** How far a permit is. */
export interface PermitProgress {
  id: string;
  state: PermitState;
  txHash: string | null;
}

/** What a payer signs to set what a contract may take of a token. */
export interface PermitRequest {
  message: TypedData;
  value: string;
  nonce: string;
  deadline: string;
}

export interface PayerHome {
  payer: string;
  mode: Mode;
  subscriptions: OwnSubscription[];
  allowances: Allowance[];
}

const mode = z.enum(modes);
export const beginSignInInput = z.strictObject({
  mode,
  payer: address,
  /** Which the wallet is on. */
  chainId: z.number().int().positive(),
});
export const completeSignInInput = z.strictObject({ payer: address, signature: hexBytes });
export const ownSubscriptionInput = z.strictObject({ id: idInput("subscription") });
export const ownAllowanceInput = z.strictObject({ token: address, spender: address });
export const relayPermitInput = ownAllowanceInput.extend({
  value: uint256,
  nonce: uint256,
  deadline: uint256,
  signature: hexBytes,
});
export const ownPermitInput = z.strictObject({ id: idInput("payerPermit") });
export const noInput = z.strictObject({});

export type OwnAllowanceInput = z.output<typeof ownAllowanceInput>;
export type RelayPermitInput = z.output<typeof relayPermitInput>;
export type BeginSignInInput = z.output<typeof beginSignInInput>;

/** What became of a payer's wish to be charged now. */
export type PayNowAnswer =
  | { state: "queued" | "charging" | "not_due" }
  | { state: "blocked"; failureCode: ChargeFailure };

/**
 * How far a charge is: not signed yet, signed and on its way to a final block, or over, whether it was made or not: the
 * subscription says which.
 */
export interface ChargeProgress {
  state: "waiting" | "sent" | "over";
}

/** The server actions of the page. */
export interface PayerHomeActions {
  beginSignIn(input: z.input<typeof beginSignInInput>): Promise<Answer<{ message: string }>>;
  completeSignIn(input: z.input<typeof completeSignInInput>): Promise<Answer<null>>;
  signOut(input: z.input<typeof noInput>): Promise<Answer<null>>;
  cancel(input: z.input<typeof ownSubscriptionInput>): Promise<Answer<null>>;
  payNow(input: z.input<typeof ownSubscriptionInput>): Promise<Answer<PayNowAnswer>>;
  readCharge(input: z.input<typeof ownSubscriptionInput>): Promise<Answer<ChargeProgress>>;
  buildPermit(input: z.input<typeof ownAllowanceInput>): Promise<Answer<PermitRequest>>;
  relayPermit(input: z.input<typeof relayPermitInput>): Promise<Answer<PermitProgress>>;
  readPermit(input: z.input<typeof ownPermitInput>): Promise<Answer<PermitProgress>>;
}
