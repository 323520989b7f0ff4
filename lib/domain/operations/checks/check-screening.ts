import { listTrouble } from "@/lib/adapters/screening/check-screening-list";
import { readScreeningList } from "@/lib/adapters/screening/screening-list";
import { withTimeout } from "@/lib/core/async/with-timeout";
import {
  blocksAll,
  blocksChain,
  combine,
  type Finding,
  ok,
  spoken,
  warn,
} from "@/lib/domain/operations/finding";
import { nodeTrouble } from "@/lib/domain/operations/look-at-nodes";
import { NoNode, type Sources } from "@/lib/domain/operations/open-sources";

/** The file is a disk's, the oracle a node's: one must not hide what the other says. */
const EACH_MS = 600;

/** Whether the operator's list and the chains' sanctions oracles can be asked; without them payments are held. */
export async function checkScreening(sources: Sources): Promise<Finding> {
  const [list, oracles] = await Promise.all([checkList(sources), checkOracles(sources)]);
  return combine([list, ...oracles]);
}

async function checkList({ config }: Sources): Promise<Finding> {
  const { SCREENING_LIST: path, SCREENING_MAX_AGE_HOURS: maxHours } = config;
  if (path === undefined) return ok("no SCREENING_LIST is set");
  try {
    const { writtenAt } = await withTimeout(EACH_MS, readScreeningList(path));
    const age = writtenAt ? (Date.now() - writtenAt.getTime()) / 1_000 : 0;
    if (maxHours === 0 || age <= maxHours * 3_600) return ok();
    return warn(`SCREENING_LIST was last written ${spoken(age)} ago`);
  } catch (error) {
    const reason = "the screening list cannot be used";
    return warn(`SCREENING_LIST: ${listTrouble(error)}; every payment is held`, blocksAll(reason));
  }
}

async function checkOracles(sources: Sources): Promise<Finding[]> {
  const chains = await sources.chains();
  const withOracle = chains.all.filter(({ preset }) => preset.sanctionsOracle !== null);
  return Promise.all(
    withOracle.map(async ({ id }) => {
      const { oracle } = await sources.chain(id);
      try {
        await withTimeout(EACH_MS, oracle());
        return ok();
      } catch (error) {
        const trouble = error instanceof NoNode ? error.message : nodeTrouble(error);
        return warn(
          `the sanctions oracle of chain ${id} ${trouble}; payments are held`,
          blocksChain(chains, id, "the sanctions oracle does not answer"),
        );
      }
    }),
  );
}
