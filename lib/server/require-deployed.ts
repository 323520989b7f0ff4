import { deploymentsOf, notDeployed } from "@/lib/adapters/chain/chains";
import type { Endpoint } from "@/lib/contract/endpoint";
import type { Context } from "@/lib/domain/context";

/**
 * Checks that the caller's mode has a contract of the kind that an endpoint needs.
 * @throws Refusal `permission_denied` with `not_deployed`
 */
export function requireDeployed(
  { needs }: Pick<Endpoint, "needs">,
  { chains, actor }: Pick<Context, "chains" | "actor">,
): void {
  if (!needs || !("mode" in actor)) return;
  const { mode } = actor;
  if (deploymentsOf(chains, mode).some(({ contracts }) => contracts[needs])) return;
  throw notDeployed(needs, `a chain of ${mode} mode`);
}
