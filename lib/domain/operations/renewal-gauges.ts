import type { Sources } from "./open-sources";
import type { Reading } from "./reading";

/** What the keepers have before them. */
export async function renewalGauges({ renewals }: Sources): Promise<Reading[]> {
  const { due, dueSeconds, pastDue, stuck, permits, permitsSeconds } = await renewals();
  return [
    ["renewals", due],
    ["renewalsOldest", dueSeconds],
    ["pastDue", pastDue],
    ["renewalsStuck", stuck],
    ["permits", permits],
    ["permitsOldest", permitsSeconds],
  ];
}
