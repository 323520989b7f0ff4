import { setTimeout as sleep } from "node:timers/promises";
import { command, isSet, refuseWords, text } from "@/cli/src/command";
import { type Connection, connect, connectFlags, connectUsage } from "@/cli/src/connect";
import { readEventTypes } from "@/cli/src/event-types";
import { followEvents } from "@/cli/src/listen/follow-events";
import { followReplays } from "@/cli/src/listen/follow-replays";
import { forwardEvent, lineOf, readTarget } from "@/cli/src/listen/forward-event";
import {
  checkSecret,
  keptSecret,
  type ListenerState,
  openState,
  stateFolder,
} from "@/cli/src/listen/listener-state";
import { type GivenOptions, UsageError } from "@/scripts/run/run-with-options";
import type { ListedEvent } from "@/sdk/src/types.generated";

const usage = `stipend listen --forward-to http://localhost:4000/webhooks [options]

Forwards events to an address of this machine as they come, signed like webhooks. Goes on where it stopped,
over lost connections and restarts: each event is forwarded at least once, and in order. Replays of the
merchant's webhook endpoints are forwarded too.

  --forward-to URL    where to; a port alone is one of this machine
  --events TYPES      only these, with commas between them
  --print-json        print events as JSON, one a line; --forward-to may then be missing
  --from POSITION     begin behind this position; now: with the next event
  --secret whsec_…    sign with this secret, which your server has, instead of the one that is kept for the key
  --state-dir PATH    where position and secret are kept (STIPEND_STATE_DIR)
${connectUsage}

Each line says what the address answered: the status, and how the body begins. An event that is refused with
4xx is passed over at once, any other answer that is not 2xx is asked for five times first (stipend events
resend sends it again); an address that does not answer is waited for, for an hour. Ctrl-C ends it.`;

const flags = {
  ...connectFlags,
  "forward-to": text,
  events: text,
  "print-json": isSet,
  from: text,
  secret: text,
  "state-dir": text,
} as const;

type Options = GivenOptions<typeof flags>;

/** What is under way when it is asked to end has so long. */
const END_MS = 3_000;

/** Forwards the event stream. */
export const listen = command({
  usage,
  flags,
  run: async (given, words) => {
    refuseWords(words);
    const types = readEventTypes(given.events);
    const target = targetOf(given);
    const connection = connect(given);
    const folder = given["state-dir"] ?? stateFolder();
    const secret = given.secret ? checkSecret(given.secret) : keptSecret(folder, connection);
    const from = positionOf(given.from);
    const state = openState(folder, { ...connection, target });
    try {
      if (from !== undefined) state.save({ position: from });
      await follow(connection, { given, target, secret, types, state });
    } finally {
      state.release();
    }
  },
});

function targetOf(given: Options): URL | undefined {
  if (given["forward-to"] !== undefined) return readTarget(given["forward-to"]);
  if (given["print-json"]) return undefined;
  throw new UsageError("--forward-to is required, or --print-json");
}

function positionOf(given: string | undefined): number | null | undefined {
  if (given === undefined) return undefined;
  if (given === "now") return null;
  if (/^\d{1,15}$/.test(given)) return Number(given);
  throw new UsageError("--from is now, or a position");
}

type Print = (line: string) => void;

interface Listening {
  readonly given: Options;
  readonly target: URL | undefined;
  readonly secret: string;
  readonly types: ReadonlySet<string> | undefined;
  readonly state: ListenerState;
}

function announce({ baseUrl }: Connection, listening: Listening, print: Print): void {
  const { given, target, secret, state } = listening;
  const { position } = state.progress;
  const where = position === null ? "from now on" : `behind position ${position}`;
  print(`listening to ${baseUrl.origin}, ${where}`);
  if (!target) return;
  print(`forwarding to ${target.href}`);
  print(
    given.secret
      ? "signing with the secret that was given"
      : `signing secret ${secret} (your server checks with it; --secret signs with your server's)`,
  );
}

/** Follows stream and replays until it is asked to end, or one of them fails. */
async function follow(connection: Connection, listening: Listening): Promise<void> {
  const { given, state } = listening;
  const { stipend } = connection;
  const ending = new AbortController();
  const end = () => ending.abort();
  const endSoon = () => {
    end();
    // A request that hangs does not keep the process: what was not forwarded comes again.
    setTimeout(() => {
      state.release();
      process.exit(0);
    }, END_MS).unref();
  };
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, endSoon);
  const { signal } = ending;
  const wait = (ms: number) => sleep(ms, undefined, { signal }).then(() => {});
  const print = given["print-json"] ? complain : say;
  announce(connection, listening, print);
  const forward = forwarder(listening, { signal, wait, print });
  const common = { stipend, state, signal, print, forward };
  const ended = await Promise.allSettled([
    followEvents(common).finally(end),
    followReplays({ ...common, wait }).finally(end),
  ]);
  const failure = ended.find((one) => one.status === "rejected" && one.reason !== signal.reason);
  if (failure?.status === "rejected") throw failure.reason;
}

/** Prints and forwards an event, where it is of a type that was asked for. */
function forwarder(
  { given, target, secret, types }: Listening,
  means: { signal: AbortSignal; wait: (ms: number) => Promise<void>; print: Print },
) {
  return async (event: ListedEvent): Promise<void> => {
    if (types && !types.has(event.type)) return;
    if (given["print-json"]) console.log(JSON.stringify(event));
    if (event.data === undefined) {
      means.print(`${lineOf(event)} comes without data: the key may not read the resource`);
    }
    if (target) await forwardEvent({ target, secret, ...means }, event);
  };
}

const clock = () => new Date().toTimeString().slice(0, 8);
const say: Print = (line) => console.log(`${clock()} ${line}`);
const complain: Print = (line) => console.error(`${clock()} ${line}`);
