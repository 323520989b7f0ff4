import { projectRoot } from "@/scripts/build/contracts/sources";
import { runWithOptions } from "@/scripts/run/run-with-options";
import { runJobs } from "./jobs/run-jobs";
import { chaosFlags, chaosOptions, chaosUsage, longOptions } from "./options";
import { runRenewals } from "./renewals/run-renewals";
import { printTotal } from "./report";
import { runChaos } from "./run-chaos";

const longRuns = { renewals: runRenewals, jobs: runJobs };

await runWithOptions(chaosUsage, chaosFlags, async (values) => {
  const product = { sources: projectRoot, statements: [] };
  const long = longOptions(values);
  const findings = long
    ? await longRuns[long.machine](long.options, product)
    : await runChaos(chaosOptions(values), product);
  process.exitCode = printTotal(findings) ? 0 : 1;
});
