import type { Deployment } from "@/lib/adapters/chain/chains";
import { registry } from "@/lib/contract/registry";
import { type ContractKind, contractKinds } from "@/lib/core/contract-kinds";
import { type Mode, modes } from "@/lib/core/modes";
import { combine, type Finding, ok, warn } from "@/lib/domain/operations/finding";
import type { Sources } from "@/lib/domain/operations/open-sources";

/** What the API cannot do without. */
const needed = [...registry.values()].flatMap(({ needs }) => needs ?? []);
/** Refunds do without their contracts, as plain transfers that the chain does not tie to their payments. */
const expected: ReadonlySet<ContractKind> = new Set([...needed, "refunds", "chargeRefunds"]);

/**
 * Whether the contracts that the API works with are there and are read along. One that is missing on every chain
 * of a mode is told of, and so is one whose history is still being read
 * or booked.
 */
export async function checkContracts(sources: Sources): Promise<Finding> {
  const [{ deployments }, waiting] = await Promise.all([
    sources.chains(),
    sources.waitingContracts(),
  ]);
  const missing = modes.flatMap((mode) => {
    const ofMode = deployments.filter((deployment) => deployment.mode === mode);
    return ofMode.length === 0 ? [] : missingOf(mode, ofMode);
  });
  return combine([
    ...missing,
    ...waiting.map(({ chainId, kind, address, bookedNumber }) => {
      const done = bookedNumber === null ? "read from its start" : `booked up to ${bookedNumber}`;
      return ok(`the ${kind} ${address} of chain ${chainId} is ${done}`);
    }),
  ]);
}

function missingOf(mode: Mode, deployments: readonly Deployment[]): Finding[] {
  const isThere = (kind: ContractKind) => deployments.some(({ contracts }) => contracts[kind]);
  return contractKinds
    .filter((kind) => expected.has(kind) && !isThere(kind))
    .map((kind) => {
      const detail = `${mode} mode has no ${kind} contract`;
      const blocks = [{ mode, reason: `the ${kind} is not deployed` }];
      return kind === "processor" ? warn(detail, blocks) : ok(detail);
    });
}
