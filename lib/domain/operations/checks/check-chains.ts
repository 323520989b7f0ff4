import type { Chain, Deployment } from "@/lib/adapters/chain/chains";
import { lacksOf } from "@/lib/adapters/chain/nodes/node-health";
import { registry } from "@/lib/contract/registry";
import { type ContractKind, contractKinds } from "@/lib/core/chain/contract-kinds";
import { type Mode, modes } from "@/lib/core/modes";
import {
  blocksChain,
  combine,
  type Finding,
  fail,
  ok,
  raising,
  spoken,
  unknown,
  warn,
} from "@/lib/domain/operations/finding";
import { bestOf } from "@/lib/domain/operations/look-at-nodes";
import type { ChainSources } from "@/lib/domain/operations/open-chain";
import type { Sources } from "@/lib/domain/operations/open-sources";
import type { StoredCursor } from "@/lib/domain/operations/stored-state";

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
      const troubles = found.troubles.join("; ");
      if (found.usable) return troubles === "" ? ok() : warn(troubles);
      const blocks = blocksChain(chains, id, "none of the chain's nodes answers");
      return raising("chain_unreachable", warn(troubles, blocks));
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

/** A chain is read every few seconds at the least; this leaves room for a slow scan. */
const LATE_READ_SECONDS = 60;
const LATE_READ_BLOCKS = 5n;
/** Further behind than this, operators are told at once. */
const FAR_BEHIND_BLOCKS = 50n;
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
        const detail = `chain ${chain.id} is halted: ${cursor.haltedReason}`;
        return raising("indexer_halted", fail(detail, blocks));
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
      if (!best) return unknown(`chain ${chain.id}: how far it is behind is not known`);
      return judgeLag(chain, cursor, best.head.number);
    }),
  );
  return combine(findings);
}

function judgeLag(chain: Chain, cursor: StoredCursor, head: bigint): Finding {
  const { blockSeconds, expectedFinalSeconds } = chain.preset;
  const behind = head - cursor.number;
  if (behind > LATE_READ_BLOCKS && Number(behind) * blockSeconds > LATE_READ_SECONDS) {
    const finding = warn(`chain ${chain.id} is read up to ${behind} blocks behind its node`);
    return behind > FAR_BEHIND_BLOCKS ? raising("indexer_behind", finding) : finding;
  }
  const unfinal = head - cursor.finalizedNumber;
  if (Number(unfinal) * blockSeconds > 3 * expectedFinalSeconds + LATE_READ_SECONDS) {
    return warn(`chain ${chain.id} is final only up to ${unfinal} blocks behind its head`);
  }
  return ok();
}

/** What is suspect is read at the next scan; a node that has no such transaction may lag behind. */
const LATE_SUSPECT_SECONDS = 600;

/** Whether a node has lately left logs out of its answers, and whether all that is suspect has been read. */
export async function checkLogs({ logs }: Sources): Promise<Finding> {
  const { hidden, suspects } = await logs();
  const told = hidden.map(({ chainId, node, logs: count, missed, block }) => {
    const booked = missed > 0 ? `, of which ${missed} were booked only then` : "";
    return warn(
      `node ${node} of chain ${chainId} hid ${count} logs within a day${booked}, the last in block ${block}`,
    );
  });
  const late = suspects.filter(({ oldestSeconds }) => oldestSeconds > LATE_SUSPECT_SECONDS);
  const waiting = late.map(({ chainId, count, oldestSeconds }) =>
    warn(
      `chain ${chainId}: transactions that may have logged what was not read: ${count}, the oldest for ${spoken(oldestSeconds)}`,
    ),
  );
  return combine([ok(), ...told, ...waiting]);
}

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

/** Whether an issuer has blocked a contract of ours, so that nothing settles through it in that token. */
export async function checkTokens({ blockedContracts }: Sources): Promise<Finding> {
  const blocked = await blockedContracts();
  return combine([
    ok(),
    ...blocked.map(({ chainId, kind, contract, currency }) =>
      raising(
        "core_blocked",
        warn(`the issuer of ${currency} has blocked the ${kind} ${contract} of chain ${chainId}`),
      ),
    ),
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
