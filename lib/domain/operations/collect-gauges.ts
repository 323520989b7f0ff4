import type { Family } from "@/lib/adapters/metrics/families";
import { productVersion } from "@/lib/core/api-version";
import { withTimeout } from "@/lib/core/async/with-timeout";
import { openSubmissionStates } from "@/lib/core/states";
import { agentWorkGauges } from "./agent-gauges";
import { bookGauges, chainGauges, cursorGauges, logGauges } from "./chain-gauges";
import { type GaugeName, gauges } from "./gauges";
import { engineGauges, jobGauges, retentionGauges } from "./job-gauges";
import { imageGauges, mailGauges } from "./mail-gauges";
import type { Sources } from "./open-sources";
import {
  cancellationGauges,
  operatorCallGauges,
  payoutGauges,
  registrationGauges,
} from "./operator-gauges";
import { NO_DEPLOYMENT, type Readiness } from "./readiness";
import type { Reading } from "./reading";
import { refundGauges, signedRefundGauges } from "./refund-gauges";
import { renewalGauges } from "./renewal-gauges";
import { screeningGauges } from "./screening-gauges";
import { secretGauges } from "./secret-gauges";
import { readWalletCreations } from "./stored-relay";
import { placeOf, placesOf } from "./wallet-places";

type Group = () => Promise<Reading[]>;

/** A scrape ends within a second; what has not answered by then is left out. */
const SCRAPE_MS = 800;

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
    () => payoutGauges(sources),
    () => cancellationGauges(sources),
    () => agentWorkGauges(sources),
    () => cursorGauges(sources),
    () => logGauges(sources),
    () => bookGauges(sources),
    () => chainGauges(sources),
    () => backlogGauges(sources),
    () => webhookGauges(sources),
    () => mailGauges(sources),
    () => imageGauges(sources),
    () => refundGauges(sources),
    () => signedRefundGauges(sources),
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
    // A mode that the installation does not have is not told of.
    ...Object.entries(blocked).flatMap(([mode, reasons]): Reading[] =>
      reasons.includes(NO_DEPLOYMENT) ? [] : [["settles", reasons.length === 0 ? 1 : 0, mode]],
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

async function backlogGauges(sources: Sources): Promise<Reading[]> {
  const { outbox, heldSettlements, query } = sources;
  const [unsent, held, wallets] = await Promise.all([
    outbox(),
    heldSettlements(),
    query(readWalletCreations)(),
  ]);
  return [
    ["outbox", unsent.count],
    ["outboxOldest", unsent.oldestSeconds],
    ["heldSettlements", held.count],
    ["walletCreations", wallets.count],
    ["walletCreationsOldest", wallets.oldestSeconds],
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
