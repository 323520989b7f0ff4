import { runWithOptions } from "@/scripts/run/run-with-options";
import type { Command } from "./command";
import { doctor } from "./commands/doctor";
import { listEvents } from "./commands/events-list";
import { resendEvents } from "./commands/events-resend";
import { listen } from "./commands/listen";
import { pay } from "./commands/pay";
import { advanceTime } from "./commands/time-advance";

/** By their words. Each reads the values of its own flags alone. */
const commands = new Map<string, Command>(
  Object.entries({
    listen,
    "events list": listEvents,
    "events resend": resendEvents,
    pay,
    "time advance": advanceTime,
    doctor,
  } as Record<string, Command>),
);

const usage = `stipend <command> [options]

  listen          forward events to this machine as signed webhooks
  events list     list events
  events resend   send events again, by their positions
  pay             pay a session with one of the demo's wallets
  time advance    move the clock of a local installation forward
  doctor          check server, key, stream and endpoints

stipend <command> --help tells more.`;

const args = process.argv.slice(2);
const firstOption = args.findIndex((argument) => argument.startsWith("-"));
const words = firstOption < 0 ? args : args.slice(0, firstOption);
const named = [2, 1].find((count) => commands.has(words.slice(0, count).join(" "))) ?? 0;
const chosen = commands.get(words.slice(0, named).join(" "));
if (chosen) {
  const { usage: own, flags, run } = chosen;
  await runWithOptions(
    own,
    flags,
    (given) => run(given, words.slice(named)),
    args.slice(words.length),
  );
} else if (args.length === 0 || (words.length === 0 && args[0] === "--help")) {
  console.log(usage);
} else {
  console.error(`There is no command “${args.join(" ")}”\n\n${usage}`);
  process.exitCode = 2;
}
