import type { ClockWork } from "@/lib/domain/operations/clock/clock-work";
import { numberEvents } from "@/lib/domain/platform/events/number-events";

export const numberEventsWork: ClockWork = {
  name: "events",
  each: "step",
  run: (_ctx, { db }) => numberEvents({ db }),
};
