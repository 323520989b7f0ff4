import { formatGwei } from "viem/utils";
import { nodesOf } from "@/lib/adapters/chain/rpc/rpc";
import type { Family } from "@/lib/adapters/metrics/families";
import { productVersion } from "@/lib/core/api-version";
import { withTimeout } from "@/lib/core/async/with-timeout";
import { openSubmissionStates } from "@/lib/core/states";
import { type GaugeName, gauges } from "./gauges";
import { engineGauges, jobGauges, retentionGauges } from "./job-gauges";
import { bestOf } from "./look-at-nodes";
import { imageGauges, mailGauges } from "./mail-gauges";
import type { ChainSources, Sources } from "./open-sources";
import {
  cancellationGauges,
  operatorCallGauges,
  operatorWalletGauges,
  registrationGauges,
} from "./operator-gauges";
import { paymentCost } from "./payment-cost";
import type { Readiness } from "./readiness";
import { inWhole, type Reading } from "./reading";
import { refundGauges } from "./refund-gauges";
import { renewalGauges } from "./renewal-gauges";
import { screeningGauges } from "./screening-gauges";
import { secretGauges } from "./secret-gauges";
import { placeOf, placesOf } from "./wallet-places";

type Group = () => Promise<Reading[]>;

/** A scrape ends within a second; what has not answered by then is left out. */
const SCRAPE_MS = 800;
/** A part of what is read of a chain: less, so that the others are not left out with it. */
const PART_MS = 600;

/** Reads every gauge, each group by itself, so that one that hangs or fails hides no other. */
export async function collectGauges(
  sources: Sources,
  readiness: () => Promise<Readiness>,
): Promise<Family[]> {
  const groups: Group[] = [
    () => readinessGauges(readiness),
    () => poolGauges(sources),
    () => submissionGauges(sources),
    () => nonceGauges(sources),
    () => operatorCallGauges(sources),
    () => registrationGauges(sources),
    () => cancellationGauges(sources),
    () => cursorGauges(sources),
    () => logGauges(sources),
    () => chainGauges(sources),
    () => backlogGauges(sources),
    () => webhookGauges(sources),
    () => mailGauges(sources),
    () => imageGauges(sources),
    () => refundGauges(sources),
    () => renewalGauges(sources),
    () => screeningGauges(sources),
    () => engineGauges(sources),
    () => jobGauges(sources),
    () => retentionGauges(sources),
    () => secretGauges(sources),
    async () => [["preparedDays", await sources.preparedDays()]],
  ];
  const settled = await Promise.allSettled(groups.map((group) => withTimeout(SCRAPE_MS, group())));
  const readings = settled.flatMap((outcome) =>
    outcome.status === "fulfilled" ? outcome.value : [],
  );
  const all: Reading[] = [["build", 1, productVersion], ...readings];
  return (Object.keys(gauges) as GaugeName[]).map((name) => familyOf(name, all));
}

function familyOf(gauge: GaugeName, readings: readonly Reading[]): Family {
  const { name, help, labels } = gauges[gauge];
  const samples = readings
    .filter(([of]) => of === gauge)
    .map(([, value, ...values]) => ({
      labels: Object.fromEntries(labels.map((label, index) => [label, values[index] ?? ""])),
      value,
    }));
  return { name, help, type: name.endsWith("_total") ? "counter" : "gauge", samples };
}

async function readinessGauges(readiness: () => Promise<Readiness>): Promise<Reading[]> {
  const { checks, blocked } = await readiness();
  const levels = { ok: 0, warn: 1, fail: 2 } as const;
  return [
    ...Object.entries(checks).map(
      ([check, { status }]): Reading => ["ready", levels[status], check],
    ),
    ...Object.entries(blocked).map(
      ([mode, reasons]): Reading => ["settles", reasons.length === 0 ? 1 : 0, mode],
    ),
  ];
}

async function submissionGauges({ chains, submissions }: Sources): Promise<Reading[]> {
  const [{ deployments }, open] = await Promise.all([chains(), submissions()]);
  return deployments.flatMap(({ mode, chain: { id } }) =>
    openSubmissionStates.flatMap((state): Reading[] => {
      const rows = open.filter(
        (row) => row.mode === mode && row.chainId === id && row.state === state,
      );
      const count = rows.reduce((sum, row) => sum + row.count, 0);
      const oldest = Math.max(0, ...rows.map(({ oldestSeconds }) => oldestSeconds));
      const labels = [mode, String(id), state] as const;
      return [
        ["submissions", count, ...labels],
        ["submissionsOldest", oldest, ...labels],
      ];
    }),
  );
}

async function nonceGauges(sources: Sources): Promise<Reading[]> {
  const [{ all }, open] = await Promise.all([sources.chains(), sources.slots()]);
  const places = [...placesOf(sources.config).map(({ place }) => place), "other"];
  return all.flatMap(({ id }) =>
    places.flatMap((place): Reading[] => {
      const rows = open.filter(
        ({ chainId, wallet }) => chainId === id && placeOf(sources, wallet) === place,
      );
      const sum = (of: "inFlight" | "mined") => rows.reduce((total, row) => total + row[of], 0);
      const oldest = Math.max(0, ...rows.map((row) => row.oldestInFlightSeconds));
      return [
        ["nonces", sum("inFlight"), String(id), place, "in_flight"],
        ["nonces", sum("mined"), String(id), place, "mined"],
        ["noncesOldest", oldest, String(id), place],
      ];
    }),
  );
}

async function cursorGauges({ cursors }: Sources): Promise<Reading[]> {
  return (await cursors()).map(({ chainId, haltedReason }) => [
    "halted",
    haltedReason === null ? 0 : 1,
    String(chainId),
  ]);
}

async function logGauges({ chains, logs }: Sources): Promise<Reading[]> {
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

async function chainGauges(sources: Sources): Promise<Reading[]> {
  const { all } = await sources.chains();
  const readings = await Promise.all(
    all.map(async ({ id }) => {
      const chain = await sources.chain(id);
      const parts = [
        nodeGauges(chain),
        lagGauges(sources, chain),
        feeGauge(chain),
        walletGauges(sources, chain),
        operatorWalletGauges(chain),
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
  { config }: Sources,
  { chain, balances, market }: ChainSources,
): Promise<Reading[]> {
  const [wallets, fees] = await Promise.all([balances(), market()]);
  const cost = paymentCost(config, fees);
  return wallets.flatMap(({ balance, place }): Reading[] => {
    const labels = [String(chain.id), String(place)] as const;
    const payments = cost === null ? 0 : Number(balance / cost);
    return [
      ["balance", inWhole(chain, balance), ...labels],
      ["payments", payments, ...labels],
    ];
  });
}

async function backlogGauges({ outbox, heldSettlements }: Sources): Promise<Reading[]> {
  const [unsent, held] = await Promise.all([outbox(), heldSettlements()]);
  return [
    ["outbox", unsent.count],
    ["outboxOldest", unsent.oldestSeconds],
    ["heldSettlements", held.count],
  ];
}

async function webhookGauges(sources: Sources): Promise<Reading[]> {
  const { webhooks, unnumbered, replays } = sources;
  const [{ count, oldestSeconds, failingEndpoints }, events, running] = await Promise.all([
    webhooks(),
    unnumbered(),
    replays(),
  ]);
  return [
    ["unnumbered", events.count],
    ["unnumberedOldest", events.oldestSeconds],
    ["webhooks", count],
    ["webhooksOldest", oldestSeconds],
    ["endpointsFailing", failingEndpoints],
    ["replays", running.count],
    ["replaysStalled", running.stalled],
  ];
}

async function poolGauges({ pools }: Sources): Promise<Reading[]> {
  return pools.flatMap(({ name, state }): Reading[] => {
    const { max, open, inUse, waiting, oldestWaitMs } = state();
    return [
      ["poolConnections", max, name, "max"],
      ["poolConnections", open, name, "open"],
      ["poolConnections", inUse, name, "in_use"],
      ["poolWaiting", waiting, name],
      ["poolOldest", Math.max(0, oldestWaitMs) / 1_000, name],
    ];
  });
}
