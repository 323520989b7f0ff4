import { formatGwei } from "viem/utils";
import { blocksChain, combine, type Finding, ok, warn } from "@/lib/domain/operations/finding";
import type { Sources } from "@/lib/domain/operations/open-sources";
import { paymentCost } from "@/lib/domain/operations/payment-cost";

/** Whether the chains ask for less per gas than we may pay. */
export async function checkFees(sources: Sources): Promise<Finding> {
  const { config } = sources;
  const chains = await sources.chains();
  const findings = await Promise.all(
    chains.all.map(async ({ id }) => {
      const { market } = await sources.chain(id);
      const fees = await market();
      if (paymentCost(config, fees) !== null) return ok();
      const asked = `chain ${id} asks for ${formatGwei(fees.baseFee)} gwei per gas`;
      return warn(
        `${asked}, RELAY_MAX_FEE_GWEI is ${config.RELAY_MAX_FEE_GWEI}: payments wait`,
        blocksChain(chains, id, "gas costs more than RELAY_MAX_FEE_GWEI"),
      );
    }),
  );
  return combine(findings);
}
