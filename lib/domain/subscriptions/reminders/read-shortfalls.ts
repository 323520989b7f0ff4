import type { Db } from "@/db/client";
import { deploymentById } from "@/lib/adapters/chain/chains";
import { isTokenPaused, readPayerFunds } from "@/lib/adapters/chain/reads/read-chargeable";
import { isChainTrouble } from "@/lib/adapters/chain/rpc/chain-trouble";
import { liveSubscriptionStatuses } from "@/lib/core/states";
import type { ChargeFailure } from "@/lib/core/subscriptions/subscription-kinds";
import type { Context, SystemActor } from "@/lib/domain/platform/context";
import {
  missingOf,
  type PayerPosition,
  predictBlockers,
  type WantedCharge,
} from "@/lib/domain/subscriptions/charges/predict-blockers";
import { nextAmount } from "@/lib/domain/subscriptions/outlook/renewals-ahead";
import type { DueReminder } from "./due-reminders";

/** What would keep the next charge from being made as things are; null where nothing would. */
export type Shortfall = {
  readonly blocker: ChargeFailure;
  /** By how much balance or allowance falls short, smallest unit of the token; null where neither does. */
  readonly missing: bigint | null;
} | null;

/**
 * Whether the next charge of each subscription can be made as things are, by id: what its payer holds, and lets the
 * contract take, against all that falls due with the same token until then. What no node answered for is left out.
 */
export async function readShortfalls(
  ctx: Context<SystemActor>,
  due: readonly DueReminder[],
): Promise<Map<string, Shortfall>> {
  const wanted = await readWanted(ctx.db, due);
  const found = new Map<string, Shortfall>();
  await Promise.all(
    due.map(async (reminder) => {
      const charges = wanted.get(reminder.subscriptionId) ?? [];
      const position = await readPosition(ctx, reminder);
      if (position === null) return;
      found.set(reminder.subscriptionId, shortfallOf({ ...position, wanted: charges }));
    }),
  );
  return found;
}

/** What falls due of a payer until each subscription's next charge, that one last. What is under way is left out. */
async function readWanted(
  db: Db,
  due: readonly DueReminder[],
): Promise<ReadonlyMap<string, readonly WantedCharge[]>> {
  if (due.length === 0) return new Map();
  const rows = await db<{ before: string; id: string; amount: bigint }[]>`
    select due.id as before, o.id, least(o.next_amount, o.cap - o.charged) as amount
    from unnest(${due.map(({ subscriptionId }) => subscriptionId)}::text[]) f (id)
    cross join lateral (select * from subscriptions where id = f.id limit 1) due
    cross join lateral (
      select s.*, ${nextAmount(db)} as next_amount from subscriptions s
      where s.payer = due.payer offset 0
    ) o
    where o.deployment_id = due.deployment_id and o.token_address = due.token_address
      and o.next_charge_at <= due.next_charge_at
      and o.status in ${db(liveSubscriptionStatuses)} and o.paused_at is null
      and not exists (
        select from subscription_renewals f where f.subscription_id = o.id and f.open::int = 1
      )
    order by due.id, o.id = due.id, o.next_charge_at, o.id`;
  const wanted = new Map<string, WantedCharge[]>();
  for (const { before, ...charge } of rows) {
    wanted.set(before, [...(wanted.get(before) ?? []), charge]);
  }
  return wanted;
}

/** @returns null where no node answered */
async function readPosition(
  { chains, log }: Context<SystemActor>,
  { subscriptionId, deploymentId, payer, tokenAddress: token }: DueReminder,
): Promise<Omit<PayerPosition, "wanted"> | null> {
  const deployment = deploymentById(chains, deploymentId);
  try {
    const [funds, paused] = await Promise.all([
      readPayerFunds(deployment, { payer, token }, "latest"),
      isTokenPaused(deployment, token, "latest"),
    ]);
    return { ...funds, paused, underWay: 0n };
  } catch (error) {
    if (!isChainTrouble(error)) throw error;
    log.warn({ err: error, subscriptionId }, "what a payer holds could not be read");
    return null;
  }
}

/** What is predicted of the last of the charges. */
function shortfallOf(position: PayerPosition): Shortfall {
  const predictions = predictBlockers(position);
  const last = position.wanted.at(-1);
  const blocker = last && predictions.get(last.id);
  if (!last || !blocker || blocker === "pays" || blocker === "waits") return null;
  return { blocker, missing: missingOf(position, predictions, last.id) };
}
