import { z } from "zod";
import { address, bytes32, email, hexBytes, idInput, uint256 } from "@/lib/contract/fields";
import type { HostedMerchant } from "@/lib/contract/merchants/hosted-merchant";
import type {
  Answer,
  PayNetwork,
  TypedData,
  WalletCheck,
} from "@/lib/contract/payments/hosted-pay";
import type { Currency } from "@/lib/core/amounts/money";
import type { Mode } from "@/lib/core/modes";
import type { SubscriptionStatus } from "@/lib/core/states";
import type { PlanInterval } from "@/lib/core/subscriptions/subscription-kinds";
import type { WalletConnectors } from "@/lib/core/wallets/wallet-connectors";

/**
 * What the hosted page of a plan and its server actions say to each other. Amounts are digits in the token's smallest
 * unit and instants ISO 8601, since all of it crosses to the browser as JSON.
 */

/** All that the page shows of a plan. */
export interface SubscribePage {
  planId: string;
  mode: Mode;
  name: string;
  description: string | null;
  /** For one period. */
  amount: string;
  currency: Currency;
  decimals: number;
  tokenAddress: string;
  merchantId: string;
  /** The contract for subscriptions, which takes what was signed. */
  subscriptionsAddress: string;
  /** The registry that numbers the merchant. */
  registryAddress: string;
  interval: PlanInterval;
  intervalCount: number;
  intervalSeconds: number;
  /** For who has not subscribed before; 0 is none. */
  trialDays: number;
  /** How many charges a payer agrees to, and whether the plan says so itself. */
  cycles: number;
  endsByItself: boolean;
  /** The most that is charged altogether. */
  cap: string;
  /** False when the plan takes no new subscribers. */
  active: boolean;
  /** `open` is false while the merchant may open no flow of money. */
  merchant: HostedMerchant & { open: boolean; timeZone: string };
  network: PayNetwork;
  pageUrl: string;
  /** Where payers see and cancel what they subscribe to. */
  manageUrl: string;
  /** What the buyer gave before this page; null without it. */
  email: string | null;
  /** A path of ours, or the success page of the payment link that led to the page; null without either. */
  returnTo: string | null;
  /** What the buyer gave, sealed, with what led to the page: what is relayed brings it back. Null without any. */
  start: string | null;
  createdAt: string;
  /** The server's clock, by which dates are counted. */
  asOf: string;
  testWallet: boolean;
  connectors: WalletConnectors | null;
}

/**
 * Where a wallet stands with a plan. `creating`: relayed, and not final on the chain; `failed`: what was signed can no
 * longer be executed; `none` also after an earlier subscription has ended.
 */
export type StandingName = "none" | "creating" | "live" | "failed";

export interface Standing {
  name: StandingName;
  subscription: {
    id: string;
    status: SubscriptionStatus;
    /** It begins where another one of the plan ends, whose status and next charge these are. */
    follows: boolean;
    /** The merchant has paused the one that is charged now. */
    paused: boolean;
    nextChargeAt: string | null;
    paidUntil: string | null;
    endAt: string | null;
    /** What has been charged in final blocks. */
    charged: string;
  } | null;
  /** The transaction of the enrolment. */
  txHash: string | null;
  failureCode: string | null;
  submittedAt: string | null;
  /** The database's clock when this was read, to the microsecond: of two, the later one holds. */
  asOf: string;
}

/** What is known of a wallet before it signs. */
export interface SubscriberCheck extends WalletCheck {
  standing: Standing;
  /** What the wallet must hold for the enrolment: the first charge, or 0 where that comes more than an hour later. */
  dueNow: string;
  /** When the first period begins. */
  startAt: string;
  /** What the wallet's other subscriptions in this token may still charge. */
  committed: string;
  /** It goes on where the wallet's current one ends. */
  follows: boolean;
}

/** What a payer signs: the token's permit, and the terms of the subscription. */
export interface MandateRequest {
  permit: TypedData;
  intent: TypedData;
  signed: z.input<typeof signedMandate>;
  /** What of the permit is for the wallet's other subscriptions. */
  committed: string;
  /** ISO 8601, by the chain's clock. */
  signBefore: string;
  secondsToSign: number;
}

/** What a payer sends to subscribe without signatures: an allowance of `permitValue`, and `subscribeDirect` of the terms. */
export interface DirectRequest {
  terms: z.input<typeof signedMandate>;
  /** The subscription's id on the chain. */
  onchainId: string;
  /** What of the allowance is for the wallet's other subscriptions. */
  committed: string;
  /** The server's clock, ISO 8601. */
  asOf: string;
}

const planId = idInput("plan");

export const signedMandate = z.strictObject({
  payer: address,
  registry: address,
  merchantId: uint256,
  token: address,
  amount: uint256,
  interval: uint256,
  startAt: uint256,
  endAt: uint256,
  permitValue: uint256,
  permitDeadline: uint256,
  permitNonce: uint256,
  ref: bytes32,
});

export const subscriberInput = z.strictObject({ planId, payer: address });
/**
 * With the id of a subscription that the wallet itself sends: it is told of before its block is final; or with one that
 * was relayed: how it ends is told, also where an earlier one goes on.
 */
export const standingInput = subscriberInput.extend({
  onchainId: bytes32.optional(),
  subscriptionId: idInput("subscription").optional(),
});
/** The page's `start`. */
const start = z.string().max(2_000).nullable();
/** With where the payer wants mails about the subscription; empty for nowhere. */
export const directInput = subscriberInput.extend({
  email: z.union([email, z.literal("")]),
  start,
});
export const planPayerInput = z.strictObject({ planId, payer: address, email });
export const relayMandateInput = z.strictObject({
  planId,
  signed: signedMandate,
  permitSignature: hexBytes,
  intentSignature: hexBytes,
  /** Where the payer wants mails about the subscription; empty for nowhere. */
  email: z.union([email, z.literal("")]),
  start,
});

export type SubscriberInput = z.output<typeof subscriberInput>;
export type DirectInput = z.output<typeof directInput>;
export type StandingInput = z.output<typeof standingInput>;
export type RelayMandateInput = z.output<typeof relayMandateInput>;

/** The server actions of the page. */
export interface SubscribeActions {
  checkSubscriber(input: z.input<typeof subscriberInput>): Promise<Answer<SubscriberCheck>>;
  readStanding(input: z.input<typeof standingInput>): Promise<Answer<Standing>>;
  requestMandate(input: z.input<typeof subscriberInput>): Promise<Answer<MandateRequest>>;
  requestDirect(input: z.input<typeof directInput>): Promise<Answer<DirectRequest>>;
  relayMandate(input: z.input<typeof relayMandateInput>): Promise<Answer<Standing>>;
  recordPlanPayer(input: z.input<typeof planPayerInput>): Promise<Answer<null>>;
  /** Only where the test wallet is. */
  mintPlanTokens(input: z.input<typeof subscriberInput>): Promise<Answer<null>>;
}
