import { withTimeout } from "@/lib/core/async/with-timeout";
import { combine, type Finding, ok, spoken, warn } from "@/lib/domain/operations/finding";
import type { Sources } from "@/lib/domain/operations/open-sources";

/** They are looked at by the minute, and some take a few. */
const LATE_SECONDS = 600;
/** Less than a whole check may take: a node that hangs must not hide what the database says. */
const KEEPERS_MS = 500;

/** Whether subscriptions are charged when they are due, and whether wallets are there that may. */
export async function checkRenewals(
  sources: Pick<Sources, "renewals" | "idleRelayers">,
): Promise<Finding> {
  // A chain that does not answer is told of by the check of the nodes.
  const [open, relayers] = await Promise.all([
    sources.renewals(),
    withTimeout(KEEPERS_MS, sources.idleRelayers()).catch(() => []),
  ]);
  const { due, dueSeconds, stuck, permits, permitsSeconds } = open;
  return combine([
    dueSeconds > LATE_SECONDS
      ? warn(`charges of subscriptions due: ${due}, the oldest for ${spoken(dueSeconds)}`)
      : ok(),
    stuck > 0 ? warn(`subscriptions whose charge is refused too often: ${stuck}`) : ok(),
    ...relayers.map(({ mode, chainId, idle, all }) =>
      idle > 0
        ? warn(`${idle} of ${all} relay wallets are no keepers in ${mode} mode on chain ${chainId}`)
        : ok(),
    ),
    permitsSeconds > LATE_SECONDS
      ? warn(`permits of payers on their way: ${permits}, the oldest for ${spoken(permitsSeconds)}`)
      : ok(),
  ]);
}
