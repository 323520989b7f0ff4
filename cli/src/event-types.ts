import { type EventType, eventTypes } from "@/lib/core/webhooks/event-kinds";
import { UsageError } from "@/scripts/run/run-with-options";

/**
 * The types that `--events` names, with commas between them; undefined for all.
 * @throws UsageError one that there is not
 */
export function readEventTypes(given: string | undefined): ReadonlySet<string> | undefined {
  if (given === undefined) return undefined;
  const names = given.split(",").map((name) => name.trim());
  const unknown = names.find((name) => !eventTypes.includes(name as EventType));
  if (unknown === undefined) return new Set(names);
  throw new UsageError(`--events: there is no “${unknown}”, only ${eventTypes.join(", ")}`);
}
