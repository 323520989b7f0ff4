import { combine, type Finding, ok, warn } from "@/lib/domain/operations/finding";
import type { Sources } from "@/lib/domain/operations/open-sources";

/** Whether the merchants' registrations are what the registries say. */
export async function checkRegistrations({ registrations }: Sources): Promise<Finding> {
  const differences = await registrations();
  return combine([
    ok(),
    ...differences.map(({ merchantId, mode, chainMerchantId, differs }) => {
      const name = `${merchantId} in ${mode} mode (${chainMerchantId})`;
      if (differs.includes("missing")) return warn(`${name} is not in the registry`);
      if (differs.includes("merchant")) return warn(`${name} is another merchant's`);
      return warn(`${name} differs from the registry: ${differs.join(", ")}`);
    }),
  ]);
}
