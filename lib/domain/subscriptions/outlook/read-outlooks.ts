import { OUTLOOK_DAYS } from "@/lib/core/subscriptions/renewal-blockers";
import type { Context } from "@/lib/domain/platform/context";
import { readPayerPositions } from "./payer-positions";
import { readPayerRenewals } from "./payer-renewals";
import { payerTokenKey } from "./payer-token";
import { type Outlook, predictRenewals } from "./predict-renewals";
import type { AheadRenewal } from "./renewals-ahead";

const DAY_MS = 86_400_000;

/** Until when blockers are worked out. */
export const outlookEnd = (now: Date): Date => new Date(now.getTime() + OUTLOOK_DAYS * DAY_MS);

/**
 * What can be said of renewals that fall due within seven days; of later ones nothing is known.
 * @param now the time of the business
 */
export async function readOutlooks(
  ctx: Pick<Context, "db" | "chains" | "log">,
  renewals: readonly AheadRenewal[],
  now: Date,
): Promise<(renewal: AheadRenewal) => Outlook> {
  const end = outlookEnd(now);
  const near = renewals.filter(({ dueAt, isPaused }) => dueAt < end && !isPaused);
  const payers = [...new Map(near.map((renewal) => [payerTokenKey(renewal), renewal])).values()];
  if (payers.length === 0) return predictRenewals({ due: [], positions: new Map() });
  const [due, positions] = await Promise.all([
    readPayerRenewals(ctx.db, payers, { now, until: end }),
    readPayerPositions(ctx, payers, now),
  ]);
  return predictRenewals({
    due: due.renewals.filter(({ dueAt }) => dueAt < due.until),
    positions: new Map([...positions].filter(([key]) => !due.excessive.has(key))),
  });
}
