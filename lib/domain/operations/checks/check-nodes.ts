import { lacksOf } from "@/lib/adapters/chain/node-abilities";
import {
  blocksChain,
  combine,
  type Finding,
  ok,
  spoken,
  warn,
} from "@/lib/domain/operations/finding";
import { bestOf } from "@/lib/domain/operations/look-at-nodes";
import type { ChainSources, Sources } from "@/lib/domain/operations/open-sources";

/** A node that is further behind another one, or a chain whose newest block is older, is told of. */
const BEHIND_SECONDS = 60;
const BEHIND_BLOCKS = 10n;
const OLD_BLOCK_SECONDS = 120;

/** Whether each node answers, is of its chain, keeps up, and can do what is needed. Nodes are named by their host alone. */
export async function checkNodes(sources: Sources): Promise<Finding> {
  const chains = await sources.chains();
  const findings = await Promise.all(
    chains.all.map(async ({ id }) => {
      const found = await lookAtChain(await sources.chain(id));
      const blocks = found.usable
        ? []
        : blocksChain(chains, id, "none of the chain's nodes answers");
      return found.troubles.length > 0 ? warn(found.troubles.join("; "), blocks) : ok();
    }),
  );
  return combine(findings);
}

async function lookAtChain({ chain, nodes }: ChainSources) {
  const views = await nodes();
  const best = bestOf(views);
  const troubles = views.flatMap(({ node, head, trouble }) => {
    const name = `node ${node.name} of chain ${chain.id}`;
    if (trouble) return [`${name} ${trouble}`];
    const behind = best && head ? best.head.number - head.number : 0n;
    const seconds = Number(behind) * chain.preset.blockSeconds;
    const lacks = node.abilities ? lacksOf(node.abilities, chain.finality) : [];
    return [
      ...(behind > BEHIND_BLOCKS && seconds > BEHIND_SECONDS
        ? [`${name} is ${behind} blocks behind another node`]
        : []),
      ...lacks.map((lack) => `${name} ${lack}`),
      ...(node.refusals?.() ?? []).map((refusal) => `${name} ${refusal}`),
    ];
  });
  const age = best ? Date.now() / 1_000 - Number(best.head.timestamp) : 0;
  // A local chain mines when there is something to mine.
  if (!chain.local && age > Math.max(OLD_BLOCK_SECONDS, 20 * chain.preset.blockSeconds)) {
    troubles.push(`the newest block of chain ${chain.id} is ${spoken(age)} old`);
  }
  return { usable: best !== null, troubles };
}
