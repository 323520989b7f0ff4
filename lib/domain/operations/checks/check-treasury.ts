import { combine, type Finding, ok, warn } from "@/lib/domain/operations/finding";
import type { Sources } from "@/lib/domain/operations/open-sources";

/** Whether the admin of a deployment has announced another treasury, which only the present one can refuse. */
export async function checkTreasury(sources: Sources): Promise<Finding> {
  const [{ deployments }, roles] = await Promise.all([sources.chains(), sources.roles()]);
  const findings = roles.flatMap(({ deploymentId, announcedTreasury }) => {
    const deployment = deployments.find(({ id }) => id === deploymentId);
    if (!deployment || !announcedTreasury) return [];
    const { account, acceptableAt } = announcedTreasury;
    const where = `in ${deployment.mode} mode on chain ${deployment.chainId}`;
    const detail = `another treasury is announced ${where}: ${account} may take over from ${acceptableAt.toISOString()} on`;
    return [warn(detail)];
  });
  return combine([ok(), ...findings]);
}
