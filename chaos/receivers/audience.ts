import type { ChaosMerchant } from "@/chaos/clients/stage";
import { asMerchant } from "@/chaos/rig/checker-context";
import type { Mode } from "@/lib/core/modes";
import { eventKinds } from "@/lib/core/webhooks/event-kinds";
import type { Context } from "@/lib/domain/platform/context";
import { createWebhookEndpoint } from "@/lib/domain/webhooks/endpoints/create-webhook-endpoint";
import { rotateWebhookSecret } from "@/lib/domain/webhooks/endpoints/rotate-webhook-secret";
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
/** An endpoint of live mode takes https alone. Nobody listens here: what counts is who is called. */
const LIVE_URL = "https://127.0.0.1:8443/hook";
/** Attempts that were begun with the old secret may still arrive. */
const GRACE_SECONDS = 2;

const kinds = eventKinds.filter((kind) => /^(?:payment|refund|invoice)\./.test(kind));

interface Seat {
  merchantId: string;
  mode: Mode;
  endpointId: string;
  receiver: Receiver;
}

/** Starts the receivers and registers each as an endpoint of its merchant in test mode, and one in live mode. */
export async function seatAudience(
  ctx: Context,
  merchants: readonly ChaosMerchant[],
): Promise<Audience> {
  const canary = await startReceiver("healthy", "");
  const seats: Seat[] = [];
  const seat = async (merchantId: string, mode: Mode, behaviour: Behaviour) => {
    const receiver = await startReceiver(behaviour, canary.url);
    const endpointId = await register(ctx, merchantId, mode, receiver);
    seats.push({ merchantId, mode, receiver, endpointId });
  };
  for (const [at, { id }] of merchants.entries()) {
    for (const behaviour of casts[at] ?? []) await seat(id, "test", behaviour);
    await seat(id, "live", "failing");
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

async function register(
  ctx: Context,
  merchantId: string,
  mode: Mode,
  receiver: Receiver,
): Promise<string> {
  const url = mode === "live" ? LIVE_URL : receiver.url;
  const input = { url, events: [...kinds], mode };
  const own = asMerchant(ctx, merchantId, mode);
  const prepared = await createWebhookEndpoint.prepare(own, input);
  const { id, secret } = await createWebhookEndpoint.run(own, input, prepared);
  receiver.secrets.push(secret);
  return id;
}

async function rotateSecret(ctx: Context, { merchantId, mode, endpointId, receiver }: Seat) {
  const { secret } = await rotateWebhookSecret(asMerchant(ctx, merchantId, mode), {
    id: endpointId,
  });
  receiver.rotatedAt.push(Math.floor(Date.now() / 1_000) + GRACE_SECONDS);
  receiver.secrets.push(secret);
}
