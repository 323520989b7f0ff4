import type { Db } from "@/db/client";
import { type Deployment, deploymentsOf, notDeployed } from "@/lib/adapters/chain/chains";
import type { Currency } from "@/lib/core/amounts/money";
import type { ContractKind } from "@/lib/core/chain/contract-kinds";
import type { Address } from "@/lib/core/chain/hex";
import { invalidRequest, type Refusal } from "@/lib/core/errors";
import type { Mode } from "@/lib/core/modes";
import type { Context } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { takesNew } from "./takes-new";

/** Who is to be paid, on which chain if that is said, and by which contract. */
export interface DeploymentChoice {
  readonly mode: Mode;
  readonly merchantId: string;
  readonly chainId: number | undefined;
  readonly kind: ContractKind;
  /** In which it is to be paid; a chain may lack its token. */
  readonly currency?: Currency;
  /** Where one is named. */
  readonly registry?: Address | undefined;
}

/**
 * The deployments that something new may use, the first choice first: those of the chain and of the registry that are
 * asked for, or of the mode's, that have a contract of the kind.
 * @throws Refusal `invalid_request` with `chain_unsupported`: the mode has no such chain; with `merchant_mismatch`: or
 * no such registry there
 * @throws Refusal `permission_denied` with `not_deployed`
 */
export function usableDeployments(
  { chains }: Pick<Context, "chains">,
  { mode, chainId, kind, registry }: Omit<DeploymentChoice, "merchantId" | "currency">,
): readonly [Deployment, ...Deployment[]] {
  const all = deploymentsOf(chains, mode, chainId);
  if (chainId !== undefined && all.length === 0) {
    throw invalidRequest(
      "chainId",
      `Stipend does not settle on chain ${chainId} in ${mode} mode.`,
      {
        reason: "chain_unsupported",
      },
    );
  }
  const named = all.filter(
    ({ contracts }) => registry === undefined || contracts.registry.address === registry,
  );
  if (named.length === 0 && all.length > 0) throw refuseRegistry();
  const [first, ...others] = named.filter(({ contracts }) => contracts[kind]);
  if (!first) {
    throw notDeployed(kind, chainId === undefined ? `a chain of ${mode} mode` : `chain ${chainId}`);
  }
  return [first, ...others];
}

/** What was signed for another registry settles nothing in this one. */
export function refuseRegistry(): Refusal {
  return invalidRequest("registry", "The registry is not the one that is paid through here.", {
    reason: "merchant_mismatch",
  });
}

/**
 * Chooses the deployment for something new of a merchant: the first one that is usable and in whose
 * registry the merchant is, one where it is active before others; the first of all where it is in none. Those with the
 * currency's token come first.
 * @throws Refusal as `usableDeployments`
 */
export async function chooseDeployment(
  { db, chains }: Pick<Context, "db" | "chains">,
  choice: DeploymentChoice,
): Promise<Deployment> {
  const usable = usableDeployments({ chains }, choice);
  const [first] = usable;
  if (usable.length === 1) return first;
  const registered = await registeredIn(db, choice);
  const own = usable.filter(({ id }) => registered.has(id));
  const open = own.filter(({ id }) => registered.get(id));
  const hasToken = ({ tokens }: Deployment) => !choice.currency || !!tokens[choice.currency];
  return open.find(hasToken) ?? own.find(hasToken) ?? own[0] ?? usable.find(hasToken) ?? first;
}

/** The deployments, by their ids, in whose registry a merchant is, and whether something new may be opened there. */
export async function registeredIn(
  db: Db,
  { merchantId, mode }: Pick<DeploymentChoice, "merchantId" | "mode">,
): Promise<ReadonlyMap<string, boolean>> {
  const rows = await db<{ deploymentId: string; isOpen: boolean }[]>`
    select r.deployment_id, ${takesNew(db)} as is_open from merchant_registrations r
    where ${ownedBy(db, { merchantId, mode }, "r")} and r.status <> 'none'`;
  return new Map(rows.map(({ deploymentId, isOpen }) => [deploymentId, isOpen]));
}
