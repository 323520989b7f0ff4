import type { z } from "zod";
import type { agentDigest } from "@/lib/contract/agents/digest";
import type { CashflowSettings } from "@/lib/core/agents/agent-settings";
import { BASIS_DAYS } from "@/lib/core/agents/find-anomaly";
import { wholeCentsOf } from "@/lib/core/agents/job-cents";
import { runwayOf } from "@/lib/core/agents/runway";
import { type Currency, currencies } from "@/lib/core/amounts/money";
import { eachDay, lastDays } from "@/lib/core/insight/day-range";
import { eurUsdMillionths } from "@/lib/domain/agents/jobs/read-commerce";
import { getBalance } from "@/lib/domain/merchants/get-balance";
import type { Context } from "@/lib/domain/platform/context";
import type { Owner } from "@/lib/domain/platform/owned-by";
import { sumRenewals } from "@/lib/domain/subscriptions/outlook/sum-renewals";
import { describeAnomalies } from "./describe-anomalies";
import { type Flow, readFlows } from "./read-flows";

export type Digest = z.output<typeof agentDigest>;

type Sources = Pick<Context, "db" | "chains" | "config" | "log">;

/**
 * What the agent says of a merchant's yesterday (UTC), by counters: what moved, what falls due in the next days and what
 * keeps it, how long the payout wallet lasts, and what is unusual.
 * @param now the time of the business
 */
export async function readDigest(
  ctx: Sources,
  owner: Owner,
  settings: CashflowSettings,
  now: Date,
): Promise<Digest> {
  const own = { ...ctx, actor: owner };
  const range = lastDays(now, BASIS_DAYS + 1);
  const days = eachDay(range);
  const day = days.at(-1) ?? "";
  const flows = await readFlows(ctx.db, owner, range);
  const balance = await getBalance(own);
  const renewals = await sumRenewals(own, now);
  const eurUsd = eurUsdMillionths(ctx.config);
  const { anomalySensitivity: sensitivity, minimumLiquidReserveCents: reserveCents } = settings;
  return {
    object: "agent_digest",
    mode: owner.mode,
    day,
    currencies: currencies.map((currency) => {
      const flow = flows.find((one) => one.day === day && one.currency === currency);
      const { received = 0n, fees = 0n, refunds = 0n } = flow ?? {};
      return { currency, in: received, out: fees + refunds, fees, refunds };
    }),
    renewals: { ...renewals, currencies: [...renewals.currencies] },
    runway: runwayOf({
      liquidCents: liquidOf(balance.balances, eurUsd),
      reserveCents,
      netCents: flows
        .filter((flow) => flow.day !== days[0])
        .reduce((sum, flow) => sum + netOf(flow, eurUsd), 0n),
      days: BASIS_DAYS,
    }),
    anomalies: describeAnomalies(flows, { day, days: days.slice(0, -1), sensitivity }),
  };
}

const netOf = ({ currency, received, fees, refunds }: Flow, eurUsd: bigint) =>
  wholeCentsOf(received - fees - refunds, currency, eurUsd);

/** Null where a balance is not known. */
function liquidOf(
  balances: readonly { readonly currency: Currency; readonly amount: bigint | null }[],
  eurUsd: bigint,
): bigint | null {
  let sum = 0n;
  for (const { currency, amount } of balances) {
    if (amount === null) return null;
    sum += wholeCentsOf(amount, currency, eurUsd);
  }
  return balances.length === 0 ? null : sum;
}
