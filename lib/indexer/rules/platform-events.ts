import { decodePlatformEvent, platformEventKinds } from "@/lib/adapters/chain/platform-events";
import type { PlatformChange } from "@/lib/domain/treasury/platform-change";
import { seePlatformChanges } from "@/lib/domain/treasury/see-platform-changes";
import type { EventRule } from "@/lib/indexer/event-rule";

/**
 * Fees left a processor, or a role of a contract is handed over. The same may happen again: it is told
 * apart by its transaction, and there by how many of the contract's logs came before it.
 */
export const platformEvents: readonly EventRule<PlatformChange>[] = platformEventKinds.map(
  (kind) => ({
    ...kind,
    version: 1,
    decode(log, { chain, deployment, block, earlier }) {
      return {
        ...decodePlatformEvent(log),
        chainId: chain.id,
        deploymentId: deployment.id,
        blockNumber: block.number,
        logIndex: log.logIndex,
        txHash: log.txHash,
        place: earlier.filter(({ address }) => address === log.address).length,
      };
    },
    about: ({ txHash, place }) => `${txHash}:${place}`,
    see: seePlatformChanges,
  }),
);
