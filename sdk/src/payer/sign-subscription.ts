import { checkAgreed } from "./not-as-agreed-error";
import { refOf } from "./ref-of";
import { relayKey } from "./relay-key";
import { type SignedSubscription, signSubscriptionTerms } from "./sign-subscription-terms";
import type { SubscriptionTerms } from "./subscription-messages";
import type { TokenDomain, TypedDataSigner, Whole } from "./typed-data";

const DAY_SECONDS = 86_400n;
const VALID_SECONDS = 900n;

/** What signing reads of a plan. */
export interface SubscribablePlan {
  readonly id: string;
  readonly amount: string;
  readonly intervalSeconds: number;
  readonly trialDays: number;
  readonly maxCycles: number | null;
  readonly ref: string;
  readonly chainId: number;
  readonly chainMerchantId: string;
  readonly tokenAddress: string;
  readonly subscriptionsAddress: string;
  readonly registryAddress: string;
}

/** What is subscribed to, and what the payer has agreed to. */
export interface SubscriptionOptions {
  /** From `checkout.getPlan`. */
  readonly plan: SubscribablePlan;
  /** From `tokens.get`, of the plan's token and chain. */
  readonly token: TokenDomain;
  /** From `tokens.getPermitNonce`, right before signing. */
  readonly permitNonce: Whole;
  /** How many charges of which amount; both are compared with the plan before anything is signed, and so is the rest. */
  readonly agreed: { readonly cycles: number } & Pick<SubscriptionTerms, "amount"> &
    Partial<
      Pick<
        SubscriptionTerms,
        "chainId" | "manager" | "registry" | "merchantId" | "token" | "interval"
      >
    >;
  /** What the payer's other subscriptions in this token may still charge; the permit replaces the allowance. */
  readonly committed?: Whole;
  /**
   * When the first charge falls due, in Unix seconds: by default now, or after the plan's trial. A payer has one trial of
   * a plan; a successor begins where the payer's current subscription ends.
   */
  readonly startAt?: Whole;
  /** The chain's time in Unix seconds; this machine's by default. */
  readonly now?: Whole;
  /** By default `subscribe-`, the plan's id and a digest of the signatures: each signing has its own. */
  readonly idempotencyKey?: string;
}

/** A signed subscription as `relay.subscribe` takes it. */
export type RelayedSubscription = SignedSubscription & {
  readonly idempotencyKey: string;
  readonly subscriptionInternalId: string;
};

/**
 * Signs a subscription to a plan from now on, from the end of its trial, or from `startAt` on: the token's permit of all
 * its charges, and the terms. Both are valid for 15 minutes.
 * @returns what `relay.subscribe` takes
 * @throws NotAsAgreedError: the plan, or the token, is not what was agreed
 */
export async function signSubscription(
  signer: TypedDataSigner,
  options: SubscriptionOptions,
): Promise<RelayedSubscription> {
  const { plan, token, agreed } = options;
  const terms = termsOf(signer.address, options);
  const { cycles, ...fields } = agreed;
  checkAgreed(terms, { ...fields, ref: refOf(plan.id) });
  checkAgreed({ cycles: plan.maxCycles ?? cycles }, { cycles });
  checkAgreed(
    { token: token.address, chainId: token.chainId },
    {
      token: terms.token,
      chainId: terms.chainId,
    },
  );
  const signed = await signSubscriptionTerms(signer, token, terms);
  const { permitSignature, intentSignature } = signed;
  const key = relayKey(`subscribe-${plan.id}`, [permitSignature, intentSignature]);
  return {
    idempotencyKey: options.idempotencyKey ?? key,
    subscriptionInternalId: plan.id,
    ...signed,
  };
}

function termsOf(
  payer: string,
  { plan, agreed, permitNonce, committed = 0n, ...options }: SubscriptionOptions,
): SubscriptionTerms {
  const now = BigInt(options.now ?? Math.floor(Date.now() / 1_000));
  const cycles = BigInt(agreed.cycles);
  const startAt = BigInt(options.startAt ?? now + BigInt(plan.trialDays) * DAY_SECONDS);
  return {
    chainId: plan.chainId,
    manager: plan.subscriptionsAddress,
    payer,
    registry: plan.registryAddress,
    merchantId: plan.chainMerchantId,
    token: plan.tokenAddress,
    amount: plan.amount,
    interval: String(plan.intervalSeconds),
    startAt,
    endAt: startAt + cycles * BigInt(plan.intervalSeconds),
    permitValue: BigInt(committed) + cycles * BigInt(plan.amount),
    permitDeadline: now + VALID_SECONDS,
    permitNonce,
    ref: plan.ref,
  };
}
