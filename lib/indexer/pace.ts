import type { Chain } from "@/lib/adapters/chain/chains";
import { lookSeconds } from "./doubt";
import type { OpenWork } from "./open-work";
import type { ScanOutcome } from "./scan-chain";

/**
 * How long a chain is followed while there is nothing to wait for: until the next minute's tick takes
 * over; `whileOpen` goes on over the tick if something is open.
 */
export type Following = "untilTick" | "whileOpen";

/** Between two looks at a chain in doubt, of which each second one may count. */
export const doubtPauseMs = (lookSeconds * 1000) / 2;

const SHORTEST_POLL_MS = 250;
const SHORTEST_BLOCK_POLL_MS = 500;
const IDLE_POLL_MS = 5_000;
/** A run ends so long before a tick: ticks are skipped while a run is under way, so runs never pile up. */
const HANDOVER_MS = 2_000;

/** Whether a chain that has been read to its head need not be followed on. */
export function mayEnd(work: OpenWork, follow: Following | undefined): boolean {
  if (follow === undefined) return !work.unfinished;
  if (work.tickInMs > HANDOVER_MS) return false;
  return follow === "untilTick" || !(isEager(work) || work.payable);
}

/** Whether the next block may bring something that is not to wait for the one after it. */
const isEager = ({ unfinished, inGrace, dueSoon }: OpenWork): boolean =>
  unfinished || inGrace || dueSoon;

/** Milliseconds until the next look at a chain. */
export function pauseAfter({ preset }: Chain, { kind }: ScanOutcome, work: OpenWork): number {
  const { payable, tickInMs } = work;
  if (isEager(work) || kind !== "current") {
    return Math.max(SHORTEST_POLL_MS, preset.blockSeconds * 500);
  }
  if (payable) return Math.max(SHORTEST_BLOCK_POLL_MS, preset.blockSeconds * 1000);
  return Math.min(IDLE_POLL_MS, Math.max(SHORTEST_POLL_MS, tickInMs - HANDOVER_MS));
}
