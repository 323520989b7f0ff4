import { formatGwei } from "viem/utils";
import { nodesOf } from "@/lib/adapters/chain/rpc/rpc";
import { withTimeout } from "@/lib/core/async/with-timeout";
import { agentWalletGauges } from "./agent-gauges";
import { bestOf } from "./look-at-nodes";
import type { ChainSources } from "./open-chain";
import type { Sources } from "./open-sources";
import { operatorWalletGauges } from "./operator-gauges";
import { paymentCost } from "./payment-cost";
import { inWhole, type Reading } from "./reading";
import { shownBalances } from "./wallets-in-service";

/** A part of what is read of a chain: less, so that the others are not left out with it. */
const PART_MS = 600;

export async function cursorGauges({ cursors }: Sources): Promise<Reading[]> {
  return (await cursors()).map(({ chainId, haltedReason }) => [
    "halted",
    haltedReason === null ? 0 : 1,
    String(chainId),
  ]);
}

export async function logGauges({ chains, logs }: Sources): Promise<Reading[]> {
  const [{ all }, { hidden, suspects }] = await Promise.all([chains(), logs()]);
  return all.flatMap(({ id, rpc }): Reading[] => {
    const ofChain = <Row extends { chainId: number }>(rows: readonly Row[]) =>
      rows.filter(({ chainId }) => chainId === id);
    const found = new Map(ofChain(hidden).map((row) => [row.node, row.logs]));
    const nodes = new Set([...nodesOf(rpc).map(({ name }) => name), ...found.keys()]);
    const waiting = ofChain(suspects).reduce((sum, { count }) => sum + count, 0);
    return [
      ...[...nodes].map((node): Reading => ["hiddenLogs", found.get(node) ?? 0, String(id), node]),
      ["suspects", waiting, String(id)],
    ];
  });
}

export async function bookGauges({ bookChecks }: Sources): Promise<Reading[]> {
  return (await bookChecks()).flatMap(({ chainId, differences, uncheckedSeconds }): Reading[] => [
    ["bookDifferences", differences, String(chainId)],
    ["booksUnchecked", uncheckedSeconds, String(chainId)],
  ]);
}

export async function chainGauges(sources: Sources): Promise<Reading[]> {
  const { all } = await sources.chains();
  const readings = await Promise.all(
    all.map(async ({ id }) => {
      const chain = await sources.chain(id);
      const parts = [
        nodeGauges(chain),
        lagGauges(sources, chain),
        feeGauge(chain),
        walletGauges(sources, chain),
        operatorWalletGauges(sources, chain),
        agentWalletGauges(sources, chain),
      ];
      const settled = await Promise.allSettled(parts.map((part) => withTimeout(PART_MS, part)));
      return settled.flatMap((part) => (part.status === "fulfilled" ? part.value : []));
    }),
  );
  return readings.flat();
}

async function nodeGauges({ chain, nodes }: ChainSources): Promise<Reading[]> {
  const views = await nodes();
  return views.map(({ node, trouble }) => ["nodeUp", trouble ? 0 : 1, String(chain.id), node.name]);
}

async function lagGauges({ cursors }: Sources, { chain, nodes }: ChainSources): Promise<Reading[]> {
  const [views, stored] = await Promise.all([nodes(), cursors()]);
  const head = bestOf(views)?.head.number;
  const cursor = stored.find(({ chainId }) => chainId === chain.id);
  if (head === undefined || !cursor) return [];
  const id = String(chain.id);
  return [
    ["lag", Math.max(0, Number(head - cursor.number)), id],
    ["finalLag", Math.max(0, Number(head - cursor.finalizedNumber)), id],
  ];
}

async function feeGauge({ chain, market }: ChainSources): Promise<Reading[]> {
  const { baseFee } = await market();
  return [["baseFee", Number(formatGwei(baseFee)), String(chain.id)]];
}

async function walletGauges(
  sources: Sources,
  { chain, balances, market }: ChainSources,
): Promise<Reading[]> {
  const [wallets, fees] = await Promise.all([shownBalances(sources, chain.id, balances), market()]);
  const cost = paymentCost(sources.config, fees);
  return wallets.flatMap(({ balance, place }): Reading[] => {
    const labels = [String(chain.id), String(place)] as const;
    const payments = cost === null ? 0 : Number(balance / cost);
    return [
      ["balance", inWhole(chain, balance), ...labels],
      ["payments", payments, ...labels],
    ];
  });
}
