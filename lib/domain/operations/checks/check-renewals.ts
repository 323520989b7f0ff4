import { combine, type Finding, ok, spoken, warn } from "@/lib/domain/operations/finding";
import type { Sources } from "@/lib/domain/operations/open-sources";

/** They are looked at by the minute, and some take a few. */
const LATE_SECONDS = 600;

/** Whether subscriptions are charged when they are due, and whether wallets are there that may. */
export async function checkRenewals({ renewals }: Pick<Sources, "renewals">): Promise<Finding> {
  const open = await renewals();
  const { due, dueSeconds, stuck, refusedWallets, keepers, permits, permitsSeconds } = open;
  return combine([
    dueSeconds > LATE_SECONDS
      ? warn(`charges of subscriptions due: ${due}, the oldest for ${spoken(dueSeconds)}`)
      : ok(),
    stuck > 0 ? warn(`subscriptions whose charge is refused too often: ${stuck}`) : ok(),
    refusedWallets > 0
      ? warn(`wallets that are no keepers: ${refusedWallets}, and ${keepers} that are`)
      : ok(),
    permitsSeconds > LATE_SECONDS
      ? warn(`permits of payers on their way: ${permits}, the oldest for ${spoken(permitsSeconds)}`)
      : ok(),
  ]);
}
