import type { OutputOf } from "@/lib/contract/endpoint";
import type { getTimeline } from "@/lib/contract/insight/timelines";

/** One thing that happened. */
export type TimelineStep = OutputOf<typeof getTimeline>["data"][number];

/** At most so many of each kind are told. */
export const MOST_STEPS = 200;

/** A step without what only some have. */
export const step = (
  known: Pick<TimelineStep, "id" | "at" | "type" | "actor" | "resourceId"> & Partial<TimelineStep>,
): TimelineStep => ({ wallet: null, txHash: null, amount: null, delivery: null, ...known });
