import { command, refuseWords, text } from "@/cli/src/command";
import { connect, connectFlags, connectUsage } from "@/cli/src/connect";
import { UsageError } from "@/scripts/run/run-with-options";
import { isApiError } from "@/sdk/src/errors";

export const timeUsage = `time advance 30d | --to 2027-01-01T00:00:00Z [options]

Moves the clock of a local installation ahead (chain, database and jobs together), and prints what happened
on the way: sessions expire, webhooks are tried again, mails go out. Never backwards; installations on public
chains have no such clock. Units: s, m, h, d.

  --to INSTANT        until when: ISO 8601
${connectUsage}`;

/** The server works up to 40 seconds for each answer. */
const TIMEOUT_MS = 90_000;

/** Moves the clock of a local installation. */
export const advanceTime = command({
  usage: `stipend ${timeUsage}`,
  flags: { ...connectFlags, to: text },
  run: async (given, words) => {
    const [by, ...others] = words;
    refuseWords(others);
    if ((by === undefined) === (given.to === undefined)) {
      throw new UsageError("Either by how much or --to is to be given");
    }
    const { testClock } = connect(given).stipend;
    let asked = by === undefined ? { to: given.to } : { by };
    for (;;) {
      const moved = await testClock.advance(asked, { timeoutMs: TIMEOUT_MS }).catch(inWords);
      console.log(`now           ${moved.now}, after ${moved.steps} steps`);
      print("events", moved.events);
      print("deliveries", moved.deliveries);
      print("mails", moved.mails);
      if (moved.expiredSessions > 0) console.log(`sessions      ${moved.expiredSessions} expired`);
      if (moved.now >= moved.target) {
        print("not done", moved.waiting);
        return;
      }
      asked = { to: moved.target };
    }
  },
});

function print(name: string, counts: Record<string, number>): void {
  const words = Object.entries(counts).map(([kind, count]) => `${count} ${kind}`);
  if (words.length > 0) console.log(`${name.padEnd(14)}${words.join(", ")}`);
}

function inWords(error: unknown): never {
  if (isApiError(error) && error.code === "not_found") {
    throw new Error("This server has no clock to move: that takes a local chain");
  }
  throw error;
}
