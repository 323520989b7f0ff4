import { singleFlight } from "@/lib/core/async/single-flight";
import { NoAnswer, withTimeout } from "@/lib/core/async/with-timeout";
import { type Mode, modes } from "@/lib/core/modes";
import { checkAgent } from "./checks/check-agent";
import { checkBacklogs } from "./checks/check-backlogs";
import { checkBookkeeping } from "./checks/check-books";
import {
  checkContracts,
  checkIndexer,
  checkLogs,
  checkNodes,
  checkTokens,
} from "./checks/check-chains";
import { checkFigures } from "./checks/check-figures";
import {
  checkMail,
  checkRefunds,
  checkRenewals,
  checkReplays,
  checkWebhooks,
} from "./checks/check-merchants";
import { checkOperator, checkRegistrations, checkTreasury } from "./checks/check-operator";
import { checkFees, checkNonces, checkOutcomes, checkWallets } from "./checks/check-relay";
import { checkScreening } from "./checks/check-screening";
import { checkSecrets } from "./checks/check-secrets";
import {
  checkJobs,
  checkMigrations,
  checkPools,
  checkProxies,
  checkRequestLog,
  checkRetention,
} from "./checks/check-service";
import { databaseTrouble } from "./database-trouble";
import { type BlockedMode, blocksAll, type Finding, fail, ok, raising, unknown } from "./finding";
import { nodeTrouble } from "./look-at-nodes";
import { NoNode } from "./open-chain";
import type { Sources } from "./open-sources";

/** What was found, and what follows from it. */
export interface Readiness {
  /** Requests can be answered: the database is there and has every migration. */
  readonly working: boolean;
  readonly checks: Readonly<Record<string, Finding>>;
  /** Why each mode cannot settle; empty where it can. */
  readonly blocked: Readonly<Record<Mode, readonly string[]>>;
}

/** Why a mode that the installation does not have cannot settle. */
export const NO_DEPLOYMENT = "no deployment is configured";

type Check = () => Promise<Finding>;

/** The whole answer takes less than a second, even when a check hangs. */
const CHECK_MS = 750;
const MAX_AGE_MS = 1_000;

/** What stands in for every check that needs the database while that does not answer. */
const UNKNOWN = unknown("not known while the database does not answer");
const withoutDatabase: ReadonlySet<string> = new Set([
  "rpc",
  "tokens",
  "fees",
  "screening",
  "proxies",
]);

/**
 * Makes the look at everything that the service depends on: at most one in a second, which its callers
 * share. Each check ends after `checkMs`.
 */
export function readinessOf(sources: Sources, checkMs = CHECK_MS): () => Promise<Readiness> {
  const checks = checksOf(sources);
  return singleFlight(() => look(sources, checks, checkMs), { maxAgeMs: MAX_AGE_MS });
}

function checksOf(sources: Sources): Record<string, Check> {
  const of = (check: (sources: Sources) => Promise<Finding>) => () => check(sources);
  return {
    database: async () => {
      await sources.database();
      return ok();
    },
    migrations: checkMigrations(sources),
    writes: async () => {
      await sources.write();
      return ok();
    },
    pool: of(checkPools),
    proxies: checkProxies,
    jobs: of(checkJobs),
    queue: of(checkBacklogs("queue")),
    rpc: of(checkNodes),
    indexer: of(checkIndexer),
    logs: of(checkLogs),
    contracts: of(checkContracts),
    tokens: of(checkTokens),
    registrations: of(checkRegistrations),
    treasury: of(checkTreasury),
    relayer: of(checkWallets),
    operator: of(checkOperator),
    agent: of(checkAgent),
    fees: of(checkFees),
    queued: of(checkBacklogs("queued")),
    nonces: of(checkNonces),
    outcomes: of(checkOutcomes),
    held: of(checkBacklogs("held")),
    refunds: of(checkRefunds),
    renewals: of(checkRenewals),
    screening: of(checkScreening),
    rescreening: of(checkBacklogs("rescreening")),
    events: of(checkBacklogs("events")),
    webhooks: of(checkWebhooks),
    replays: of(checkReplays),
    mail: of(checkMail),
    images: of(checkBacklogs("images")),
    reservations: of(checkBacklogs("reservations")),
    closings: of(checkBacklogs("closings")),
    broadcasts: of(checkBacklogs("broadcasts")),
    retention: of(checkRetention),
    requestLog: of(checkRequestLog),
    secrets: of(checkSecrets),
    figures: of(checkFigures),
    alerts: of(checkBacklogs("alerts")),
    books: of(checkBookkeeping),
  };
}

async function look(
  sources: Sources,
  checks: Record<string, Check>,
  checkMs: number,
): Promise<Readiness> {
  const attempts = Object.entries(checks).map(
    async ([name, check]) => [name, await attempt(name, check, checkMs)] as const,
  );
  const [found, missing] = await Promise.all([
    Promise.all(attempts),
    missingModes(sources, checkMs),
  ]);
  const findings: Record<string, Finding> = Object.fromEntries(found);
  const isDown = findings.database?.status !== "ok";
  for (const name of Object.keys(findings)) {
    const depends = name !== "database" && !withoutDatabase.has(name);
    if (isDown && depends && findings[name]?.status !== "ok") findings[name] = UNKNOWN;
  }
  const all = [...Object.values(findings).flatMap(({ blocks }) => blocks), ...missing];
  return {
    working: !isDown && findings.migrations?.status !== "fail",
    checks: findings,
    blocked: { test: reasonsOf(all, "test"), live: reasonsOf(all, "live") },
  };
}

const reasonsOf = (blocks: readonly BlockedMode[], mode: Mode) => [
  ...new Set(blocks.filter((block) => block.mode === mode).map(({ reason }) => reason)),
];

/** A check that fails or hangs is a finding itself. */
async function attempt(name: string, check: Check, checkMs: number): Promise<Finding> {
  try {
    return await withTimeout(checkMs, check());
  } catch (error) {
    const detail = describe(error);
    if (name === "database") {
      const reason = "the database does not answer";
      return raising("database_down", fail(detail, blocksAll(reason)));
    }
    if (name === "writes" && !(error instanceof NoAnswer) && !isWaitOver(error)) {
      const reason = `the database takes no writes: ${detail}`;
      return raising("database_refuses_writes", fail(detail, blocksAll(reason)));
    }
    // Without an answer nothing is known of them; any other error says that there are none.
    return name === "migrations" && !(error instanceof NoAnswer)
      ? fail(detail, blocksAll("migrations cannot be read"))
      : unknown(detail);
  }
}

/** A lock was held for too long, as a backup does for as long as it takes: that says nothing of writes (55P03, 57014). */
const isWaitOver = (error: unknown) =>
  error instanceof Error && "code" in error && ["55P03", "57014"].includes(String(error.code));

function describe(error: unknown): string {
  if (error instanceof NoAnswer || error instanceof NoNode) return error.message;
  if (!(error instanceof Error)) return "it failed";
  if (error.name === "DeploymentMismatch") return error.message;
  if (error.name === "RpcError" || error.name === "RpcUnavailable" || error.name === "ChainDoubt") {
    return `a chain's node ${nodeTrouble(error)}`;
  }
  return databaseTrouble(error);
}

async function missingModes({ chains }: Sources, checkMs: number): Promise<BlockedMode[]> {
  try {
    const { deployments } = await withTimeout(checkMs, chains());
    return modes
      .filter((mode) => !deployments.some((deployment) => deployment.mode === mode))
      .map((mode) => ({ mode, reason: NO_DEPLOYMENT }));
  } catch {
    return blocksAll("the chains are not known");
  }
}
