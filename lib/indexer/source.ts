import type { Db } from "@/db/client";
import type { Chain, Chains, Deployment } from "@/lib/adapters/chain/chains";
import type { DeployedContract } from "@/lib/adapters/chain/deployment";
import type { ChainLog } from "@/lib/adapters/chain/events/parse-log";
import type { LogFilter } from "@/lib/adapters/chain/reads/log-filter";
import { treasuryAddress } from "@/lib/core/agents/treasury-address";
import { type ContractKind, contractKinds } from "@/lib/core/chain/contract-kinds";
import { addressTopic, lowerHex } from "@/lib/core/chain/hex";
import { rulesOf } from "./event-rules";

/** A contract that is read. */
export interface SourceContract extends DeployedContract {
  readonly kind: ContractKind;
  readonly deployment: Deployment;
}

/**
 * What is read of a chain: the events of these contracts that have a rule or that a rule needs, and of no other contract;
 * of core contracts those for the registries of these deployments alone. Merchants' treasuries are clones: their events are
 * read by the registry that they name, and the address tells whether it is one.
 */
export interface Source {
  readonly chain: Chain;
  readonly contracts: readonly SourceContract[];
  readonly filter: LogFilter;
}

/** The configured contracts on a chain whose events are read. */
export function contractsOn(chains: Chains, chain: Chain): SourceContract[] {
  return chains.deployments
    .filter((deployment) => deployment.chain.id === chain.id)
    .flatMap((deployment) =>
      contractKinds.flatMap((kind) => {
        const contract = deployment.contracts[kind];
        if (!contract || rulesOf({ kind, ...contract }).length === 0) return [];
        return [{ ...contract, kind, deployment }];
      }),
    );
}

export function sourceOf(chain: Chain, contracts: readonly SourceContract[]): Source {
  const registries = contracts.filter(({ kind }) => kind === "registry");
  const treasuries = contracts.filter(({ kind }) => kind === "agentTreasury");
  const core = contracts.filter(({ kind }) => kind !== "registry" && kind !== "agentTreasury");
  const clones: LogFilter = {
    ...partOf(treasuries),
    addresses: "any",
    indexed: registriesOf(treasuries),
  };
  const filter = {
    ...partOf(core),
    indexed: registriesOf(core),
    besides: { ...partOf(registries), besides: clones },
  };
  return { chain, contracts, filter };
}

const registryTopic = ({ deployment }: SourceContract) =>
  addressTopic(deployment.contracts.registry.address);

const registriesOf = (contracts: readonly SourceContract[]) => [
  [...new Set(contracts.map(registryTopic))],
];

function partOf(contracts: readonly SourceContract[]): LogFilter {
  const addresses = new Set(contracts.map(({ address }) => address));
  const rules = contracts.flatMap(rulesOf);
  const topics = new Set(rules.flatMap(({ topic, readAlong = [] }) => [topic, ...readAlong]));
  return { addresses: [...addresses], topics: [...topics] };
}

/**
 * Whose log it is: a registry's own; one of a core contract, which many registries share, for the registry that its first
 * indexed field names; or one of a treasury, whose address follows from that registry and the merchant that it names next.
 */
export function contractAt(
  contracts: readonly SourceContract[],
  log: Pick<ChainLog, "address" | "topics">,
): SourceContract | undefined {
  return contracts.find((one) => {
    if (one.kind === "registry") return one.address === log.address;
    if (log.topics[1] !== registryTopic(one)) return false;
    return one.address === log.address || (one.kind === "agentTreasury" && isOfClone(one, log));
  });
}

/** Anyone can log what treasuries do, but not from their addresses. */
function isOfClone(
  { address: implementation, deployment }: SourceContract,
  { address, topics: [, , merchantId] }: Pick<ChainLog, "address" | "topics">,
): boolean {
  if (merchantId === undefined) return false;
  const registry = deployment.contracts.registry.address;
  const place = { implementation, registry, merchantId: BigInt(merchantId) };
  return lowerHex(treasuryAddress(place)) === address;
}

/** Names a contract among those of a chain. */
export function keyOf({ deployment, kind }: Pick<SourceContract, "deployment" | "kind">): string {
  return `${deployment.id} ${kind}`;
}

/** The keys of the contracts that are read along with the cursor. */
export async function joinedKeys(db: Db, chainId: number): Promise<Set<string>> {
  const rows = await db<{ key: string }[]>`
    select deployment_id || ' ' || kind as key from deployment_contracts
    where chain_id = ${chainId} and joined_at is not null`;
  return new Set(rows.map(({ key }) => key));
}

/** Before the first block that can hold an event of one of the contracts. */
export function blockBefore(contracts: readonly Pick<SourceContract, "startBlock">[]): bigint {
  return BigInt(Math.min(...contracts.map(({ startBlock }) => startBlock)) - 1);
}
