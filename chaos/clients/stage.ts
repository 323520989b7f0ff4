import type { Account } from "@/chaos/rig/accounts";
import type { Dice } from "@/chaos/seeded";
import type { ValueOf } from "@/chaos/worker/messages";
import type { Sql } from "@/db/client";
import type { SignedPayment } from "@/lib/adapters/chain/calls/signed-payment";
import {
  type Chains,
  type Deployment,
  deploymentsOf,
  type Token,
} from "@/lib/adapters/chain/chains";
import type { Currency } from "@/lib/core/amounts/money";
import type { Address, Bytes32, Hex } from "@/lib/core/chain/hex";
import type { Mode } from "@/lib/core/modes";
import type { Answer, Api } from "./api";
import type { Courier } from "./courier";
import type { MerchantWallets } from "./merchant-wallets";
import { nonceOf, signPayment } from "./signed-payment";

export type Session = ValueOf<"createSession">;

/** A merchant with its registry ids. */
export interface ChaosMerchant {
  id: string;
  payout: Address;
  /** Of the payout. */
  wallet: Account;
  chainMerchantId: Record<Mode, bigint>;
  /** Of test mode, with the one product that it sells. */
  shop: { slug: string; productId: string };
}

/** Everything that a client can reach. */
export interface Stage {
  api: Api;
  chains: Chains;
  /** By chain id. */
  couriers: ReadonlyMap<number, Courier>;
  /** By chain id. */
  wallets: ReadonlyMap<number, MerchantWallets>;
  /** Moves a session's deadline, in place of waiting for it. */
  db: Sql;
  dice: Dice;
  merchants: readonly ChaosMerchant[];
  ledger: Ledger;
  /** The time of a chain's newest block, Unix seconds. */
  chainTime(chainId: number): Promise<bigint>;
}

/** What one payment is made of. */
export interface Order {
  index: number;
  kind: string;
  merchant: ChaosMerchant;
  mode: Mode;
  chainId: number;
  currency: Currency;
  payer: Account;
  amount: bigint;
  /** With how many signatures it pays. */
  signatures: SignedPayment["signatures"];
}

/** A submission that the API has said yes to. */
export interface AcceptedSubmission {
  id: string;
  paymentId: Bytes32;
  kind: string;
  chainId: number;
}

/** What clients remember, to be held against what is found at the end. */
export interface Ledger {
  /** By mode, merchant and key. */
  readonly accepted: Map<string, AcceptedSubmission>;
  /** Sessions that the API called cancelled or expired, with their chain's id. */
  readonly closed: Map<string, number>;
  /** Transactions that nobody sends again when the chain has lost them. */
  readonly sentOnce: Set<string>;
  /** Invoices that the API called void. */
  readonly voided: Set<string>;
  /** Refunds that a merchant's wallet has sent. */
  readonly sentRefunds: Set<string>;
  /** Answers that must not happen. */
  readonly complaints: string[];
}

export function newLedger(): Ledger {
  return {
    accepted: new Map(),
    closed: new Map(),
    sentOnce: new Set(),
    voided: new Set(),
    sentRefunds: new Set(),
    complaints: [],
  };
}

export const callerOf = ({ merchant, mode }: Order) => ({ merchantId: merchant.id, mode });

export function tokenOf(stage: Stage, order: Order): { deployment: Deployment; token: Token } {
  const [deployment] = deploymentsOf(stage.chains, order.mode, order.chainId);
  if (!deployment) throw new Error(`nothing is deployed on chain ${order.chainId}`);
  const token = deployment.tokens[order.currency];
  if (!token) throw new Error(`${order.currency} is not deployed`);
  return { deployment, token };
}

/** Who carries transactions to the order's chain. */
export function courierOf({ couriers }: Stage, { chainId }: Order): Courier {
  const courier = couriers.get(chainId);
  if (!courier) throw new Error(`nobody carries to chain ${chainId}`);
  return courier;
}

/** Opens the order's session. */
export async function openSession(stage: Stage, order: Order): Promise<Session> {
  const { amount, currency, chainId } = order;
  const input = { amount, currency, chainId };
  const answer = await stage.api.ask("createSession", callerOf(order), input);
  if (answer.kind === "value") return answer.value;
  throw new Error(`No session: ${answer.refusal.message}`);
}

/** How a payment differs from what its session asks for. */
export interface Deviation {
  amount?: bigint;
  merchantId?: bigint;
  /** Tells several authorizations of one payer for one session apart. */
  counter?: number;
  validSeconds?: bigint;
  signatures?: SignedPayment["signatures"];
}

const VALID_SECONDS = 900n;

/** What a payment is for: a session, or what a merchant asks for without one. */
export type PaidFor = Pick<Session, "id" | "chainMerchantId" | "ref">;

/** The payer's signatures for what is paid. */
export async function sign(
  stage: Stage,
  order: Order,
  session: PaidFor,
  deviation: Deviation = {},
): Promise<SignedPayment> {
  const { deployment, token } = tokenOf(stage, order);
  const { amount = order.amount, counter = 0, validSeconds = VALID_SECONDS } = deviation;
  const agreed = {
    merchantId: deviation.merchantId ?? session.chainMerchantId,
    amount,
    validAfter: 0n,
    validBefore: (await stage.chainTime(order.chainId)) + validSeconds,
    nonce: nonceOf(session.id, order.payer.address, counter),
    counter,
    ref: session.ref,
  };
  const { signatures = order.signatures } = deviation;
  return signPayment(order.payer, deployment, token, agreed, signatures);
}

/** Hands a signed payment to the relay and remembers a yes. */
export async function submit(
  stage: Stage,
  order: Order,
  payment: SignedPayment,
  options: { key: string; sessionId?: string; signature?: SplitSignature },
): Promise<Answer<"relayPayment">> {
  const { key, sessionId, signature } = options;
  const answer = await stage.api.ask("relayPayment", callerOf(order), {
    idempotencyKey: key,
    merchantId: payment.merchantId,
    token: payment.token,
    auth: {
      from: payment.payer,
      amount: payment.amount,
      validAfter: payment.validAfter,
      validBefore: payment.validBefore,
      nonce: payment.nonce,
    },
    ref: payment.ref,
    authSignature: signature ?? payment.authSignature,
    ...secondPart(payment),
    sessionId,
  });
  if (answer.kind === "value") remember(stage.ledger, order, key, answer.value);
  return answer;
}

/** What a request has beside the authorization. */
export function secondPart(payment: SignedPayment) {
  return payment.signatures === 1
    ? { salt: payment.salt }
    : { intentSignature: payment.intentSignature };
}

export interface SplitSignature {
  v: number;
  r: Hex;
  s: Hex;
}

/** One key is one submission, however often it is sent. */
function remember(
  ledger: Ledger,
  order: Order,
  key: string,
  { id, paymentId }: ValueOf<"relayPayment">,
): void {
  const name = `${order.mode} ${order.merchant.id} ${key}`;
  const known = ledger.accepted.get(name);
  if (known && known.id !== id) {
    ledger.complaints.push(`key ${key} gave ${known.id} and then ${id}`);
  }
  ledger.accepted.set(name, { id, paymentId, kind: order.kind, chainId: order.chainId });
}
