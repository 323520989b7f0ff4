import { setTimeout as sleep } from "node:timers/promises";
import type { Account } from "@/chaos/rig/accounts";
import { chainIds } from "@/chaos/rig/chain-ids";
import type { Dice } from "@/chaos/seeded";
import { chainFlows } from "./chain-flows";
import { invoiceFlows } from "./invoice-flows";
import { refundFlows } from "./refund-flows";
import { relayFlows } from "./relay-flows";
import type { ChaosMerchant, Order, Stage } from "./stage";

/** How the payments of a run are made up. */
export interface WorkloadPlan {
  payments: number;
  /** How much more often payments reach the chain without the relay. */
  directFactor: number;
  merchants: readonly ChaosMerchant[];
  /** Rich ones. */
  payers: readonly Account[];
  /** Each owns what one payment costs, and pays once. */
  spenders: readonly Account[];
}

/** What a spender owns, smallest unit. */
export const SPENDER_AMOUNT = 5_000_000n;
const LIVE_CHANCE = 0.2;
/** The part of all orders that comes once the second chain is halted. */
const LAST_SHARE = 0.2;
/** Of the payments of test mode, on the second chain. */
const SECOND_CHAIN_CHANCE = 0.3;
const EURC_CHANCE = 0.25;
/** Of the payments. */
const ONE_SIGNATURE_CHANCE = 0.6;
/** What each run has at least, by its place. */
const certain: Readonly<Record<number, string>> = { 2: "refunded", 5: "invoice", 8: "voided" };
const flows = { ...relayFlows, ...chainFlows, ...invoiceFlows, ...refundFlows };

/** The payments of a run, fixed by the seed. */
export function planOrders(plan: WorkloadPlan, dice: Dice): Order[] {
  const kinds = Object.entries(flows).flatMap(([kind, { weight }]) =>
    Array.from({ length: kind in chainFlows ? weight * plan.directFactor : weight }, () => kind),
  );
  const spenders = [...plan.spenders];
  return Array.from({ length: plan.payments }, (_, index) => {
    const drawn = certain[index] ?? dice.pick(kinds, "kind", index);
    const spender = drawn === "spent" ? spenders.pop() : undefined;
    const isLive = dice.roll("mode", index) < LIVE_CHANCE;
    // The second chain loses a final block, and with it what a merchant's wallet has proved.
    const canMove = !isLive && !spender && drawn !== "refunded";
    const isSecond = canMove && dice.roll("chain", index) < SECOND_CHAIN_CHANCE;
    const isOne = dice.roll("signatures", index) < ONE_SIGNATURE_CHANCE;
    const isEuro = !spender && dice.roll("currency", index) < EURC_CHANCE;
    return {
      index,
      kind: drawn === "spent" && !spender ? "once" : drawn,
      merchant: dice.pick(plan.merchants, "merchant", index),
      mode: isLive ? "live" : "test",
      chainId: isSecond ? chainIds.second : chainIds.first,
      currency: isEuro ? "EURC" : "USDC",
      signatures: isOne ? 1 : 2,
      payer: spender ?? dice.pick(plan.payers, "payer", index),
      amount: spender ? SPENDER_AMOUNT : BigInt(dice.between(10_000, 90_000_000, "amount", index)),
    };
  });
}

/**
 * Starts the orders one by one over the time that the plan gives; settles when all have ended.
 * @param halted before it settles the last ones are not started
 */
export async function runOrders(
  stage: Stage,
  orders: readonly Order[],
  seconds: number,
  halted: Promise<void>,
): Promise<void> {
  const stepMs = (seconds * 1_000) / Math.max(1, orders.length);
  await Promise.all(
    orders.map(async (order, at) => {
      await sleep(at * stepMs);
      if (at >= orders.length * (1 - LAST_SHARE)) await halted;
      await flows[order.kind]?.flow(stage, order);
    }),
  );
}
