import type { Sources } from "./open-sources";
import type { Reading } from "./reading";

/** What the keepers have before them. */
export async function renewalGauges({ renewals }: Pick<Sources, "renewals">): Promise<Reading[]> {
  const { due, dueSeconds, pastDue, stuck, permits, permitsSeconds, unrequested } =
    await renewals();
  return [
    ["renewals", due],
    ["renewalsOldest", dueSeconds],
    ["pastDue", pastDue],
    ["renewalsStuck", stuck],
    ["unrequestedCalls", unrequested.charges, "charge"],
    ["unrequestedCalls", unrequested.ends, "cancellation"],
    ["permits", permits],
    ["permitsOldest", permitsSeconds],
  ];
}
