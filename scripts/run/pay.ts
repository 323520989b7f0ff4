import { pay, payUsage } from "@/cli/src/commands/pay";
import { runWithOptions } from "./run-with-options";

await runWithOptions(`npm run pay -- ${payUsage}`, pay.flags, (given) => pay.run(given, []));
