import { listTrouble } from "@/lib/adapters/screening/check-screening-lists";
import { readScreeningList } from "@/lib/adapters/screening/screening-list";
import { type ListSetting, listSettings } from "@/lib/adapters/screening/screening-lists";
import { withTimeout } from "@/lib/core/async/with-timeout";
import {
  blocksAll,
  blocksChain,
  combine,
  type Finding,
  ok,
  raising,
  spoken,
  warn,
} from "@/lib/domain/operations/finding";
import { nodeTrouble } from "@/lib/domain/operations/look-at-nodes";
import { NoNode } from "@/lib/domain/operations/open-chain";
import type { Sources } from "@/lib/domain/operations/open-sources";

/** The file is a disk's, the oracle a node's: one must not hide what the other says. */
const SCREENING_MS = 600;

/** Whether the operator's lists and the chains' sanctions oracles can be asked; without them payments are held. */
export async function checkScreening(sources: Sources): Promise<Finding> {
  const [lists, oracles] = await Promise.all([
    Promise.all(listSettings.map((setting) => checkList(sources, setting))),
    checkOracles(sources),
  ]);
  return combine([...lists, ...oracles]);
}

async function checkList({ config }: Sources, setting: ListSetting): Promise<Finding> {
  const { [setting]: path, SCREENING_MAX_AGE_HOURS: maxHours } = config;
  if (path === undefined) {
    return ok(setting === "SCREENING_LIST" ? "no SCREENING_LIST is set" : null);
  }
  try {
    const { writtenAt, version } = await withTimeout(SCREENING_MS, readScreeningList(path));
    const age = writtenAt ? (Date.now() - writtenAt.getTime()) / 1_000 : 0;
    const written = `was last written ${spoken(age)} ago`;
    if (maxHours === 0 || age <= maxHours * 3_600) {
      return ok(`${setting}, version ${version}, ${written}`);
    }
    return raising("screening_list_old", warn(`${setting} ${written} (version ${version})`));
  } catch (error) {
    const reason = "the screening list cannot be used";
    const detail = `${setting}: ${listTrouble(error)}; every payment is held`;
    return raising("screening_list_old", warn(detail, blocksAll(reason)));
  }
}

async function checkOracles(sources: Sources): Promise<Finding[]> {
  const chains = await sources.chains();
  const withOracle = chains.all.filter(({ preset }) => preset.sanctionsOracle !== null);
  return Promise.all(
    withOracle.map(async ({ id }) => {
      const { oracle } = await sources.chain(id);
      try {
        await withTimeout(SCREENING_MS, oracle());
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
