import { combine, type Finding, ok, spoken, warn } from "@/lib/domain/operations/finding";
import type { Sources } from "@/lib/domain/operations/open-sources";

/** What is suspect is read at the next scan; a node that has no such transaction may lag behind. */
const LATE_SECONDS = 600;

/** Whether a node has lately left logs out of its answers, and whether all that is suspect has been read. */
export async function checkLogs({ logs }: Sources): Promise<Finding> {
  const { hidden, suspects } = await logs();
  const told = hidden.map(({ chainId, node, logs: count, missed, block }) => {
    const booked = missed > 0 ? `, of which ${missed} were booked only then` : "";
    return warn(
      `node ${node} of chain ${chainId} hid ${count} logs within a day${booked}, the last in block ${block}`,
    );
  });
  const late = suspects.filter(({ oldestSeconds }) => oldestSeconds > LATE_SECONDS);
  const waiting = late.map(({ chainId, count, oldestSeconds }) =>
    warn(
      `chain ${chainId}: transactions that may have logged what was not read: ${count}, the oldest for ${spoken(oldestSeconds)}`,
    ),
  );
  return combine([ok(), ...told, ...waiting]);
}
