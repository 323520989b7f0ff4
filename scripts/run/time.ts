import { advanceTime, timeUsage } from "@/cli/src/commands/time-advance";
import { runWithOptions, UsageError } from "./run-with-options";

const [command, ...args] = process.argv.slice(2);
const firstOption = args.findIndex((argument) => argument.startsWith("-"));
const words = firstOption < 0 ? args : args.slice(0, firstOption);

await runWithOptions(
  timeUsage.replace(/^time/, "npm run time --"),
  advanceTime.flags,
  (given) => {
    if (command !== "advance") throw new UsageError("What to do: advance");
    return advanceTime.run(given, words);
  },
  command === "advance" ? args.slice(words.length) : process.argv.slice(2),
);
