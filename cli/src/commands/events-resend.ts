import { setTimeout as sleep } from "node:timers/promises";
import { command, text } from "@/cli/src/command";
import { type Connection, connect, connectFlags, connectUsage } from "@/cli/src/connect";
import { readEventTypes } from "@/cli/src/event-types";
import { type Range, readRange } from "@/cli/src/listen/follow-replays";
import { forwardEvent, readTarget } from "@/cli/src/listen/forward-event";
import { checkSecret, keptSecret, stateFolder } from "@/cli/src/listen/listener-state";
import { type GivenOptions, UsageError } from "@/scripts/run/run-with-options";

const usage = `stipend events resend POSITION|FROM-TO … --forward-to http://localhost:4000/webhooks [options]
stipend events resend POSITION|FROM-TO --endpoint we_… [options]

Sends events once more, with the bytes and the id that they had: to an address of this machine, signed with
the secret that stipend listen prints, or by Stipend to one of the merchant's webhook endpoints.
Events are named by their positions: 17, or 20-25. Ends with 1 when the address did not accept all of them.

  --forward-to URL    an address of this machine; a port alone will do
  --endpoint ID       a webhook endpoint, to which Stipend replays one range
  --events TYPES      only these, with commas between them
  --secret whsec_…    sign with this secret instead of the one that is kept for the key
  --state-dir PATH    where the secret is kept (STIPEND_STATE_DIR)
${connectUsage}`;

const flags = {
  ...connectFlags,
  "forward-to": text,
  endpoint: text,
  events: text,
  secret: text,
  "state-dir": text,
} as const;

type Options = GivenOptions<typeof flags>;
type Types = ReturnType<typeof readEventTypes>;

/** Sends events once more. */
export const resendEvents = command({
  usage,
  flags,
  run: async (given, words) => {
    const ranges = words.map(rangeOf);
    if (ranges.length === 0) throw new UsageError("Which events? Give positions: 17, or 20-25");
    const types = readEventTypes(given.events);
    const { endpoint, "forward-to": to } = given;
    if ((endpoint === undefined) === (to === undefined)) {
      throw new UsageError("Either --forward-to or --endpoint is required");
    }
    const connection = connect(given);
    if (endpoint !== undefined) await replay(connection, { endpoint, ranges, types });
    else if (to !== undefined) await forward(connection, readTarget(to), { given, ranges, types });
  },
});

function rangeOf(word: string): Range {
  const [, from = "", to = from] = /^(\d{1,15})(?:-(\d{1,15}))?$/.exec(word) ?? [];
  if (Number(from) >= 1 && Number(to || from) >= Number(from)) {
    return { from: Number(from), to: Number(to || from) };
  }
  throw new UsageError(`“${word}” is no position, and no range of positions like 20-25`);
}

async function replay(
  { stipend }: Connection,
  { endpoint, ranges, types }: { endpoint: string; ranges: readonly Range[]; types: Types },
): Promise<void> {
  const [range, ...others] = ranges;
  if (!range || others.length > 0) {
    throw new UsageError("An endpoint has one replay at a time: give one range");
  }
  const made = await stipend.webhookReplays.create({
    id: endpoint,
    fromPosition: range.from,
    toPosition: range.to,
    ...(types ? { types: [...types] as "webhook.test"[] } : {}),
  });
  console.log(`${made.id} sends ${made.total} events to ${endpoint}`);
}

async function forward(
  connection: Connection,
  target: URL,
  { given, ranges, types }: { given: Options; ranges: readonly Range[]; types: Types },
): Promise<void> {
  const folder = given["state-dir"] ?? stateFolder();
  const secret = given.secret ? checkSecret(given.secret) : keptSecret(folder, connection);
  const { signal } = new AbortController();
  const print = (line: string) => console.log(line);
  const wait = async (ms: number) => void (await sleep(ms));
  let sent = 0;
  let accepted = 0;
  for (const range of ranges) {
    for await (const event of readRange(connection.stipend, range)) {
      if (types && !types.has(event.type)) continue;
      if (await forwardEvent({ target, secret, signal, print, wait }, event)) accepted += 1;
      sent += 1;
    }
  }
  if (sent === 0) throw new Error("There is no such event");
  if (accepted < sent) throw new Error(`Not accepted: ${sent - accepted} of ${sent}`);
}
