import { authorizationWait, authorizationWaits } from "@/lib/core/refund-authorization-states";
import type { Sources } from "./open-sources";
import type { Reading } from "./reading";
import { totalOf } from "./total-of";

/** The refunds that are open. */
export async function refundGauges({ refunds }: Pick<Sources, "refunds">): Promise<Reading[]> {
  const { pending, submitted, submittedSeconds, dueSeconds, lateCharges, unmatched } =
    await refunds();
  return [
    ["refunds", pending, "pending"],
    ["refunds", submitted, "submitted"],
    ["refunds", lateCharges, "late_charge"],
    ["refunds", unmatched, "unmatched"],
    ["refundsOldest", submittedSeconds],
    ["refundsDue", dueSeconds],
  ];
}

/** The refunds that the relay sends by their merchants' signatures. */
export async function signedRefundGauges({
  authorizations,
}: Pick<Sources, "authorizations">): Promise<Reading[]> {
  const open = await authorizations();
  return authorizationWaits.flatMap((wait): Reading[] => {
    const { count, oldest } = totalOf(
      open.filter(({ state, obstacle }) => authorizationWait(state, obstacle) === wait),
      ({ oldestSeconds }) => oldestSeconds,
    );
    return [
      ["signedRefunds", count, wait],
      ["signedRefundsOldest", oldest, wait],
    ];
  });
}
