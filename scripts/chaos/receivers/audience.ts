import { eventKinds } from "@/lib/core/event-kinds";
import type { Context } from "@/lib/domain/context";
import { createWebhookEndpoint } from "@/lib/domain/webhook-endpoints/create-webhook-endpoint";
import { rotateWebhookSecret } from "@/lib/domain/webhook-endpoints/rotate-webhook-secret";
import type { ChaosMerchant } from "@/scripts/chaos/clients/stage";
import { asMerchant } from "@/scripts/chaos/rig/checker-context";
import { type Behaviour, type Receiver, startReceiver } from "./receiver";

/** Everybody who takes webhooks. */
export interface Audience {
  /** By endpoint id. */
  receivers: ReadonlyMap<string, Receiver>;
  /** Where redirecting receivers send their callers. */
  canary: Receiver;
  /** Gives every endpoint a new secret. */
  rotate(): Promise<void>;
  heal(): void;
  stop(): Promise<void>;
}

/** Who listens to which merchant: the first has all the trouble, the others must not feel it. */
const casts: readonly (readonly Behaviour[])[] = [
  ["healthy", "hanging", "failing", "throttling", "dripping", "redirecting", "gone"],
  ["healthy", "failing", "flaky"],
  ["healthy", "flaky"],
];
/** Attempts that were begun with the old secret may still arrive. */
const GRACE_SECONDS = 2;

const kinds = eventKinds.filter((kind) => kind.startsWith("payment."));

interface Seat {
  merchantId: string;
  endpointId: string;
  receiver: Receiver;
}

/** Starts the receivers and registers each as an endpoint of its merchant, in test mode. */
export async function seatAudience(
  ctx: Context,
  merchants: readonly ChaosMerchant[],
): Promise<Audience> {
  const canary = await startReceiver("healthy", "");
  const seats: Seat[] = [];
  for (const [at, { id: merchantId }] of merchants.entries()) {
    for (const behaviour of casts[at] ?? []) {
      const receiver = await startReceiver(behaviour, canary.url);
      seats.push({ merchantId, receiver, endpointId: await register(ctx, merchantId, receiver) });
    }
  }
  return {
    receivers: new Map(seats.map(({ endpointId, receiver }) => [endpointId, receiver])),
    canary,
    rotate: async () => {
      for (const seat of seats) await rotateSecret(ctx, seat);
    },
    heal: () => {
      for (const { receiver } of seats) receiver.heal();
    },
    stop: async () => {
      await Promise.all(
        [canary, ...seats.map(({ receiver }) => receiver)].map((one) => one.stop()),
      );
    },
  };
}

async function register(ctx: Context, merchantId: string, receiver: Receiver): Promise<string> {
  const input = { url: receiver.url, events: [...kinds], mode: "test" as const };
  const own = asMerchant(ctx, merchantId, input.mode);
  const prepared = await createWebhookEndpoint.prepare(own, input);
  const { id, secret } = await createWebhookEndpoint.run(own, input, prepared);
  receiver.secrets.push(secret);
  return id;
}

async function rotateSecret(ctx: Context, { merchantId, endpointId, receiver }: Seat) {
  const { secret } = await rotateWebhookSecret(asMerchant(ctx, merchantId, "test"), {
    id: endpointId,
  });
  receiver.rotatedAt.push(Math.floor(Date.now() / 1_000) + GRACE_SECONDS);
  receiver.secrets.push(secret);
}
