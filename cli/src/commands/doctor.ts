import { command } from "@/cli/src/command";
import { connect, connectFlags, connectUsage } from "@/cli/src/connect";
import { checks, type Finding } from "@/cli/src/doctor/checks";
import { refuseWords } from "@/cli/src/no-words";

const usage = `stipend doctor [options]

Checks what Stipend needs to be used from here: address, key, clock, the parts of the server, the event stream
and the webhook endpoints. Says what to do about each that is not well, and ends with 1 when one is broken.

${connectUsage}`;

const marks = { ok: "ok  ", warning: "!   ", broken: "FAIL" } as const;

/** Checks the way to a server. */
export const doctor = command({
  usage,
  flags: connectFlags,
  run: async (given, words) => {
    refuseWords(words);
    const connection = connect(given);
    console.log(`${connection.baseUrl.origin}, with a key ${connection.key.slice(0, 8)}…`);
    for (const [name, check] of Object.entries(checks)) {
      const findings = await check(connection);
      for (const finding of findings) print(name, finding);
      // Without the server there is nothing more to find.
      if (name === "server" && findings.some(({ state }) => state === "broken")) return;
    }
  },
});

function print(name: string, { state, says, advice }: Finding): void {
  if (state === "broken") process.exitCode = 1;
  console.log(`${marks[state]}  ${name.padEnd(10)} ${says}`);
  if (advice) console.log(`${" ".repeat(17)}→ ${advice}`);
}
