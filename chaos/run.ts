import { projectRoot } from "@/scripts/contracts/sources";
import { runWithOptions } from "@/scripts/run-with-options";
import { chaosFlags, chaosOptions, chaosUsage } from "./options";
import { printTotal } from "./report";
import { runChaos } from "./run-chaos";

await runWithOptions(chaosUsage, chaosFlags, async (values) => {
  const findings = await runChaos(chaosOptions(values), { sources: projectRoot, statements: [] });
  process.exitCode = printTotal(findings) ? 0 : 1;
});
