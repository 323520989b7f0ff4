import { command, isSet, refuseWords, text } from "@/cli/src/command";
import { connect, connectFlags, connectUsage } from "@/cli/src/connect";
import { readEventTypes } from "@/cli/src/event-types";
import { lineOf } from "@/cli/src/listen/forward-event";
import { UsageError } from "@/scripts/run/run-with-options";

const usage = `stipend events list [options]

Lists events, newest first: position, type, resource, id.

  --limit N           how many, 1 to 1000            (20)
  --events TYPES      only these, with commas between them
  --resource ID       only those of this resource
  --json              as JSON, one a line
${connectUsage}`;

/** Lists the newest events. */
export const listEvents = command({
  usage,
  flags: { ...connectFlags, limit: text, events: text, resource: text, json: isSet },
  run: async (given, words) => {
    refuseWords(words);
    const types = readEventTypes(given.events);
    let left = limitOf(given.limit);
    const { stipend } = connect(given);
    const page = { limit: 100, resourceId: given.resource };
    for await (const event of stipend.events.each(page)) {
      if (types && !types.has(event.type)) continue;
      console.log(given.json ? JSON.stringify(event) : `${event.createdAt} ${lineOf(event)}`);
      left -= 1;
      if (left === 0) break;
    }
  },
});

function limitOf(given = "20"): number {
  const limit = /^\d{1,4}$/.test(given) ? Number(given) : 0;
  if (limit >= 1 && limit <= 1_000) return limit;
  throw new UsageError("--limit is 1 to 1000");
}
