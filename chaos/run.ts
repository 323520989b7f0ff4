import { projectRoot } from "@/scripts/build/contracts/sources";
import { runWithOptions } from "@/scripts/run/run-with-options";
import { chaosFlags, chaosOptions, chaosUsage, renewalOptions } from "./options";
import { runRenewals } from "./renewals/run-renewals";
import { printTotal } from "./report";
import { runChaos } from "./run-chaos";

await runWithOptions(chaosUsage, chaosFlags, async (values) => {
  const product = { sources: projectRoot, statements: [] };
  const renewals = renewalOptions(values);
  const findings = renewals
    ? await runRenewals(renewals, product)
    : await runChaos(chaosOptions(values), product);
  process.exitCode = printTotal(findings) ? 0 : 1;
});
