import { z } from "zod";
import { numberEvents } from "@/lib/domain/events/number-events";
import { findBehindCounters, raiseEventCounters } from "@/lib/domain/events/raise-event-counters";
import { readUnnumbered } from "@/lib/domain/operations/stored-state";
import { defineCommand } from "@/scripts/operator/command";

const help = `Shows whether events wait for their positions, and gives them. Use it when /ready says so. It raises
counters that are behind the positions that were given, as after a backup that was restored in parts,
then numbers what waits. Webhooks and lists of events go on with it. It prints how many events waited,
and the counters that are behind.`;

export const numberEventsCommand = defineCommand({
  name: "number-events",
  summary: "give events their positions; raise counters that are behind",
  help,
  words: [],
  options: {},
  changes: true,
  input: z.object({}),
  async run(desk) {
    const { db } = desk;
    const [waiting, behind] = await Promise.all([readUnnumbered(db), findBehindCounters(db)]);
    const lines = [
      `Events without a position: ${waiting.count}.`,
      ...behind.map(
        ({ merchantId, mode, lastPosition, highest }) =>
          `The counter of ${merchantId} (${mode}) is ${lastPosition}, and ${highest} was given.`,
      ),
    ];
    const data = { waiting: waiting.count, behind };
    if (waiting.count === 0 && behind.length === 0) return { lines, data };
    return {
      lines,
      data,
      apply: async () => {
        const raised = await raiseEventCounters(desk);
        const numbered = await numberEvents({ db });
        return {
          lines: [`Counters raised: ${raised}. Events numbered: ${numbered}.`],
          data: { raised, numbered },
        };
      },
    };
  },
});
