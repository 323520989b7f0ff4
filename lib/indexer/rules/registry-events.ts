import { decodeRegistryEvent, registryEventKinds } from "@/lib/adapters/chain/registry-events";
import type { RegistryChange } from "@/lib/domain/registrations/registry-change";
import { seeRegistryChanges } from "@/lib/domain/registrations/see-registry-changes";
import type { EventRule } from "@/lib/indexer/event-rule";

/**
 * A merchant's record in a registry changed. The same change may be made again: it is told apart by its
 * transaction, and there by how many of the registry's logs came before it.
 */
export const registryEvents: readonly EventRule<RegistryChange>[] = registryEventKinds.map(
  (event) => ({
    ...event,
    kind: "registry",
    version: 1,
    decode(log, { chain, deployment, block, earlier }) {
      return {
        ...decodeRegistryEvent(log),
        chainId: chain.id,
        deploymentId: deployment.id,
        blockNumber: block.number,
        logIndex: log.logIndex,
        txHash: log.txHash,
        place: earlier.filter(({ address }) => address === log.address).length,
      };
    },
    about: ({ txHash, place }) => `${txHash}:${place}`,
    see: seeRegistryChanges,
  }),
);
