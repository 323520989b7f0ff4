import { setTimeout as sleep } from "node:timers/promises";
import { encodeFunctionData } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import type { Api } from "@/chaos/clients/api";
import type { MerchantWallets } from "@/chaos/clients/merchant-wallets";
import { persistently } from "@/chaos/rig/persistently";
import type { Dice } from "@/chaos/seeded";
import type { InputOf } from "@/chaos/worker/messages";
import type { Sql } from "@/db/client";
import { localFiatTokenAbi } from "@/lib/adapters/chain/abi/local-fiat-token";
import { encodeCancel } from "@/lib/adapters/chain/calls/subscription-calls";
import type { Deployment, Token } from "@/lib/adapters/chain/chains";
import { signSubscriptionTerms } from "@/sdk/src/payer/sign-subscription-terms";
import { approveCall, benefactor, type Venue } from "./enrol-all";
import { agree, managerOf, type Subscriber, type SubscriberKind } from "./subscriber";

/** What subscribers and merchants do with. */
export interface DayStage {
  readonly api: Api;
  readonly wallets: MerchantWallets;
  readonly db: Sql;
  readonly dice: Dice;
  readonly venue: Venue;
  /** Unix seconds of the newest block. */
  chainTime(): Promise<bigint>;
  /** Answers that must not happen. */
  readonly complaints: string[];
}

/** A charge that has fallen due is signed some time within this. */
const IN_FLIGHT_MS = 3_000;
const VALID_SECONDS = 900n;
/** What the poor are given, in periods. */
const GIFT = 40n;

type Act = (stage: DayStage, subscriber: Subscriber) => Promise<void>;

/** The days on which somebody does something when a charge has fallen due. */
const acts: Partial<Record<SubscriberKind, Record<number, Act>>> = {
  poor: { 2: giveMoney },
  revoking: { 1: (stage, who) => approve(stage, who, 0n), 2: approveAgain },
  cancelled: { 2: cancelInFlight },
  "given up": { 2: giveUp },
  leaving: { 2: leave },
  paused: { 2: (stage, who) => ask(stage, who, "resumeSubscription") },
  relayed: { 1: enrolByRelay },
};

/** What happens before a day begins, while nothing is due. */
const eves: Partial<Record<SubscriberKind, Record<number, Act>>> = {
  paused: { 1: (stage, who) => ask(stage, who, "pauseSubscription") },
};

/** Everybody's doings of a day, which begins with charges that fall due. */
export async function liveDay(
  stage: DayStage,
  subscribers: readonly Subscriber[],
  day: number,
): Promise<void> {
  await Promise.all(subscribers.map((who) => acts[who.kind]?.[day]?.(stage, who)));
}

/** What is done before a day. */
export async function liveEve(
  stage: DayStage,
  subscribers: readonly Subscriber[],
  day: number,
): Promise<void> {
  await Promise.all(subscribers.map((who) => eves[who.kind]?.[day]?.(stage, who)));
}

async function giveMoney({ wallets, venue }: DayStage, { account, plan }: Subscriber) {
  const args = [account.address, plan.amount * GIFT] as const;
  const data = encodeFunctionData({ abi: localFiatTokenAbi, functionName: "transfer", args });
  await wallets.send(benefactor, [{ to: venue.token.address, data }], false);
}

async function approve({ wallets, venue }: DayStage, { account }: Subscriber, value: bigint) {
  await wallets.send(account, [approveCall(venue, value)], false);
}

async function approveAgain(stage: DayStage, who: Subscriber): Promise<void> {
  await approve(stage, who, who.terms.permitValue);
}

/** At a moment in which its charge may be signed, sent, or mined. */
async function cancelInFlight(stage: DayStage, who: Subscriber): Promise<void> {
  await sleep(stage.dice.between(0, IN_FLIGHT_MS, "cancel", who.index));
  await ask(stage, who, "cancelSubscription");
}

async function giveUp(stage: DayStage, who: Subscriber): Promise<void> {
  await ask(stage, who, "cancelSubscription");
  await giveMoney(stage, who);
}

async function leave({ wallets, venue }: DayStage, { account, onchainId }: Subscriber) {
  const call = { to: managerOf(venue.deployment), data: encodeCancel(onchainId) };
  await wallets.send(account, [call], false);
}

/** A repetition of what was done, and whose answer was lost, is refused. */
async function ask(
  stage: DayStage,
  { onchainId, merchant }: Subscriber,
  operation: "cancelSubscription" | "pauseSubscription" | "resumeSubscription",
): Promise<void> {
  const id = await idOf(stage.db, onchainId);
  const caller = { merchantId: merchant.id, mode: "test" } as const;
  const answer = await stage.api.ask(operation, caller, { id });
  const known = ["subscription_ended", "already_paused", "not_paused"];
  if (answer.kind === "value" || known.includes(answer.refusal.reason ?? "")) return;
  stage.complaints.push(`${operation} of ${id}: ${answer.refusal.message}`);
}

async function idOf(db: Sql, onchainId: string): Promise<string> {
  const [row] = await persistently(
    () => db<{ id: string }[]>`select id from subscriptions where onchain_id = ${onchainId}`,
  );
  if (!row) throw new Error("a subscription is not in the books");
  return row.id;
}

/** A node whose answers are old does not know that a day has passed: what is signed now is too far ahead for it. */
const STALE_TRIES = 40;
const STALE_MS = 250;

/** The request by which a subscriber enrols through the relay. */
async function signEnrolment(
  { deployment, token }: { deployment: Deployment; token: Token },
  { account, terms, plan, index }: Subscriber,
): Promise<InputOf<"relaySubscription">> {
  const signer = privateKeyToAccount(account.privateKey);
  const agreed = { ...terms, chainId: deployment.chainId, manager: managerOf(deployment) };
  const { permitSignature, intentSignature } = await signSubscriptionTerms(signer, token, agreed);
  return {
    idempotencyKey: `s.${index}`,
    merchantId: terms.merchantId,
    token: terms.token,
    amount: terms.amount,
    interval: Number(terms.interval),
    startAt: terms.startAt,
    endAt: terms.endAt,
    permitData: { owner: terms.payer, value: terms.permitValue, deadline: terms.permitDeadline },
    permitSignature,
    intentSignature,
    subscriptionInternalId: plan.id,
  };
}

async function enrolByRelay(stage: DayStage, who: Subscriber): Promise<void> {
  const now = await stage.chainTime();
  const signed = { startAt: now, permitDeadline: now + VALID_SECONDS, permitNonce: 0n };
  ({ terms: who.terms, onchainId: who.onchainId } = agree(stage.venue, who, signed));
  const caller = { merchantId: who.merchant.id, mode: "test" } as const;
  for (let tries = 1; ; tries += 1) {
    const input = await signEnrolment(stage.venue, who);
    const answer = await stage.api.ask("relaySubscription", caller, input);
    if (answer.kind === "value") return;
    const { reason, message } = answer.refusal;
    if (reason !== "validity_too_long" || tries === STALE_TRIES) {
      stage.complaints.push(`subscriber ${who.index} was refused: ${message}`);
      return;
    }
    await sleep(STALE_MS);
  }
}
