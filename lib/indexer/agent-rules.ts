import { decodeJobEvent, jobEventKinds } from "@/lib/adapters/chain/events/job-events";
import {
  merchantOfTreasuryLog,
  treasuryEventKinds,
} from "@/lib/adapters/chain/events/treasury-events";
import { type JobEvent, seeJobEvents } from "@/lib/domain/agents/jobs/see-job-events";
import {
  seeTreasuryChanges,
  type TreasuryChange,
} from "@/lib/domain/agents/treasury/treasury-changes";
import { type EventRule, placeOf } from "./event-rule";

/** A job of the escrow moved, or its money did: each of it happens once. */
const jobEvents: readonly EventRule<JobEvent>[] = jobEventKinds.map(({ name, topic }) => ({
  kind: "escrow",
  version: 1,
  name,
  topic,
  decode: (log, place) => ({ ...decodeJobEvent(log), ...placeOf(log, place) }),
  about: ({ chainJobId }) => String(chainJobId),
  see: seeJobEvents,
}));

/**
 * The owner of a treasury has set something. The same may be set again: it is told apart by its transaction, and there by
 * how many of the treasury's logs came before it.
 */
const treasuryEvents: readonly EventRule<TreasuryChange>[] = treasuryEventKinds.map(
  ({ name, topic, setsPolicy }) => ({
    name,
    topic,
    kind: "agentTreasury",
    version: 1,
    decode(log, { deployment, block, earlier }) {
      const place = earlier.filter(({ address }) => address === log.address).length;
      return {
        chainMerchantId: merchantOfTreasuryLog(log),
        deploymentId: deployment.id,
        blockNumber: block.number,
        setsPolicy,
        key: `${log.txHash}:${log.address}:${place}`,
      };
    },
    about: ({ key }) => key,
    see: seeTreasuryChanges,
  }),
);

/** Every event about agents that is read. */
export const agentRules: readonly EventRule[] = [...jobEvents, ...treasuryEvents];
