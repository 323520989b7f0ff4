import type { Chain } from "@/lib/adapters/chain/chains";
import {
  blocksChain,
  combine,
  type Finding,
  fail,
  ok,
  spoken,
  warn,
} from "@/lib/domain/operations/finding";
import { bestOf } from "@/lib/domain/operations/look-at-nodes";
import type { Sources } from "@/lib/domain/operations/open-sources";
import type { StoredCursor } from "@/lib/domain/operations/stored-state";

/** A chain is read every few seconds at the least; this leaves room for a slow scan. */
const LATE_SECONDS = 60;
const LATE_BLOCKS = 5n;
/** A new installation begins to read at the clock's first minute. */
const FIRST_READ_SECONDS = 180;

/** Whether each chain has been read to where its nodes are now, and becomes final. */
export async function checkIndexer(sources: Sources): Promise<Finding> {
  const [chains, cursors] = await Promise.all([sources.chains(), sources.cursors()]);
  const findings = await Promise.all(
    chains.all.map(async (chain) => {
      const cursor = cursors.find(({ chainId }) => chainId === chain.id);
      if (cursor?.haltedReason) {
        const blocks = blocksChain(chains, chain.id, "the chain's indexing is halted");
        return fail(`chain ${chain.id} is halted: ${cursor.haltedReason}`, blocks);
      }
      if (cursor?.doubtSeconds != null) {
        const since = spoken(cursor.doubtSeconds);
        const blocks = blocksChain(
          chains,
          chain.id,
          "the chain's finalised block seems to be lost",
        );
        return warn(`chain ${chain.id}: its finalised block has seemed lost for ${since}`, blocks);
      }
      if (!cursor) {
        const detail = `chain ${chain.id} has not been read yet`;
        return sources.uptimeSeconds() > FIRST_READ_SECONDS ? warn(detail) : ok(detail);
      }
      const { nodes } = await sources.chain(chain.id);
      const best = bestOf(await nodes());
      if (!best) return warn(`chain ${chain.id}: how far it is behind is not known`);
      return judgeLag(chain, cursor, best.head.number);
    }),
  );
  return combine(findings);
}

function judgeLag(chain: Chain, cursor: StoredCursor, head: bigint): Finding {
  const { blockSeconds, expectedFinalSeconds } = chain.preset;
  const behind = head - cursor.number;
  if (behind > LATE_BLOCKS && Number(behind) * blockSeconds > LATE_SECONDS) {
    return warn(`chain ${chain.id} is read up to ${behind} blocks behind its node`);
  }
  const unfinal = head - cursor.finalizedNumber;
  if (Number(unfinal) * blockSeconds > 3 * expectedFinalSeconds + LATE_SECONDS) {
    return warn(`chain ${chain.id} is final only up to ${unfinal} blocks behind its head`);
  }
  return ok();
}
