import { type Currency, currencies } from "@/lib/core/amounts/money";
import { OUTLOOK_DAYS, type RenewalBlocker } from "@/lib/core/subscriptions/renewal-blockers";
import type { Context } from "@/lib/domain/platform/context";
import type { Owner } from "@/lib/domain/platform/owned-by";
import { readRenewals } from "./list-renewals";
import { outlookEnd, readOutlooks } from "./read-outlooks";

interface Sum {
  readonly renewals: number;
  /** Smallest unit. */
  readonly amount: bigint;
}

/** The renewals of the next days, summed by currency and by what keeps them from being charged. */
export interface ScheduledRenewals {
  readonly days: number;
  /** There are no more than were looked at. */
  readonly complete: boolean;
  readonly currencies: (Sum & {
    readonly currency: Currency;
    readonly byBlocker: (Sum & { readonly blocker: RenewalBlocker | null })[];
  })[];
}

/** More are not looked at. */
const MOST = 500;
const NONE: Sum = { renewals: 0, amount: 0n };

/** @param now the time of the business */
export async function sumRenewals(
  ctx: Pick<Context, "db" | "chains" | "log"> & { readonly actor: Owner },
  now: Date,
): Promise<ScheduledRenewals> {
  const period = { from: now, to: outlookEnd(now), after: null };
  const rows = await readRenewals(ctx.db, ctx.actor, period, MOST + 1);
  const looked = rows.slice(0, MOST);
  const outlookOf = await readOutlooks(ctx, looked, now);
  const sums = new Map<Currency, Map<RenewalBlocker | null, Sum>>();
  for (const renewal of looked) {
    const { currency, amount } = renewal;
    const { blocker } = outlookOf(renewal);
    const ofCurrency = sums.get(currency) ?? new Map<RenewalBlocker | null, Sum>();
    sums.set(
      currency,
      ofCurrency.set(blocker, plus(ofCurrency.get(blocker) ?? NONE, { renewals: 1, amount })),
    );
  }
  return {
    days: OUTLOOK_DAYS,
    complete: rows.length <= MOST,
    currencies: currencies.map((currency) => {
      const byBlocker = [...(sums.get(currency) ?? [])].map(([blocker, sum]) => ({
        blocker,
        ...sum,
      }));
      return { currency, ...byBlocker.reduce(plus, NONE), byBlocker };
    }),
  };
}

const plus = (one: Sum, other: Sum): Sum => ({
  renewals: one.renewals + other.renewals,
  amount: one.amount + other.amount,
});
