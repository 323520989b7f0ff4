import type { Sql } from "@/db/client";
import { type PoolState, poolState } from "@/db/pool-state";
import type { ProbeDb } from "@/db/probe-db";
import { relayersOf } from "@/lib/adapters/chain/calls/relayer";
import { readIsKeeper } from "@/lib/adapters/chain/calls/subscription-calls";
import { type Chains, chainById } from "@/lib/adapters/chain/chains";
import type { Env } from "@/lib/adapters/env/env";
import type { JobWiring } from "@/lib/adapters/jobs/job-wiring";
import { singleFlight } from "@/lib/core/async/single-flight";
import type { Mode } from "@/lib/core/modes";
import { countDifferences } from "@/lib/domain/insight/figures/note-differences";
import { findDifferences } from "@/lib/domain/merchants/registrations/find-differences";
import { listUnusablePayouts } from "@/lib/domain/merchants/registrations/unusable-payouts";
import { countPreparedDays } from "@/lib/domain/operations/request-log/partitions";
import { readRetention } from "@/lib/domain/operations/retention/retention-progress";
import { readRoles } from "@/lib/domain/platform/treasury/read-roles";
import { type ChainSources, openChain } from "./open-chain";
import { readAgentWork } from "./read-agent-work";
import { readBlockedContracts } from "./read-blocked-contracts";
import { readBookChecks } from "./read-book-checks";
import { readCancellations } from "./read-cancellations";
import { readFailedRegistrations } from "./read-failed-registrations";
import { readHiddenLogs } from "./read-hidden-logs";
import { readImages } from "./read-images";
import { readOpenRefunds } from "./read-open-refunds";
import { readRenewals } from "./read-renewals";
import { readReservations } from "./read-reservations";
import { readSecretUses } from "./read-secret-uses";
import * as relay from "./stored-relay";
import { readReplays } from "./stored-replays";
import * as stored from "./stored-state";
import { servesOn } from "./wallets-in-service";

export type PoolName = "request" | "job" | "engine";

/** A pool that the process works with. */
export interface PoolSources {
  readonly name: PoolName;
  /** How it is doing, without asking the database. */
  state(): PoolState;
  /** Asks the database through it. */
  ask(): Promise<unknown>;
}

/** What the probes look at. */
export interface ObservedParts {
  readonly config: Env;
  /** The pools of requests, of background work, and of the job engine where it runs here. */
  readonly pools: Readonly<Record<"request" | "job", Sql>> & { readonly engine?: Sql };
  readonly probeDb: ProbeDb;
  chains(): Promise<Chains>;
  /** Of a process that answers requests. */
  readonly requestLog?: { droppedAt(): number | null } | undefined;
  /** What the process knows of the job engine. */
  readonly engine?: Pick<JobWiring, "refusal" | "beatingSince">;
  /** When the process began to work, on the clock of `performance.now()`. */
  readonly startedAt: number;
}

/** The relay's wallets that serve a deployment, and those of them that are no keepers there. */
export interface IdleRelayers {
  readonly mode: Mode;
  readonly chainId: number;
  readonly idle: number;
  readonly all: number;
}

const STORED_AGE_MS = 1_000;
const WRITE_AGE_MS = 5_000;
const KEEPERS_AGE_MS = 20_000;
/** Each token of each chain is asked about each contract. */
const BLOCKED_AGE_MS = 20_000;
/** Every registration is compared. */
const REGISTRATIONS_AGE_MS = 600_000;
/** Every call of a week is looked at. */
const FAILED_AGE_MS = 60_000;
/** They change when keys are used after a rotation, and every sealed row is looked at. */
const SECRETS_AGE_MS = 60_000;
/** After this a look at the database is given up, and the next one may begin. */
const ABANDON_MS = 4_000;

export type Sources = ReturnType<typeof openSources>;

/** Opens the sources of checks and gauges. Callers at the same time share one reading. */
export function openSources(observed: ObservedParts) {
  const { config, pools, probeDb } = observed;
  const read = <T>(from: (db: Sql) => Promise<T>) =>
    singleFlight(() => from(probeDb.sql), { maxAgeMs: STORED_AGE_MS });
  const byChain = new Map<number, ChainSources>();
  const chains = singleFlight(() => observed.chains(), { maxAgeMs: 0 });
  return {
    config,
    ...processOf(observed),
    ...databaseOf(probeDb),
    pools: poolsOf(pools),
    query: read,
    outbox: read(stored.readOutbox),
    engineJobs: read(stored.readEngineJobs),
    submissions: read(relay.readSubmissions),
    slots: read(relay.readSlots),
    operatorCalls: read(relay.readOperatorCalls),
    cancellations: read(readCancellations),
    behindWallets: read(relay.readBehindWallets),
    heldSettlements: read(stored.readHeldSettlements),
    refunds: read(readOpenRefunds),
    authorizations: read(relay.readAuthorizations),
    renewals: read(readRenewals),
    unnumbered: read(stored.readUnnumbered),
    webhooks: read(stored.readWebhooks),
    replays: read(readReplays),
    mails: read(stored.readMails),
    images: read(readImages),
    reservations: read(readReservations),
    agentWork: read(readAgentWork),
    figureDifferences: read(countDifferences),
    bookChecks: read(readBookChecks),
    jobRuns: read(stored.readJobRuns),
    cursors: read(stored.readCursors),
    logs: read(readHiddenLogs),
    waitingContracts: read(stored.readWaitingContracts),
    retention: read(readRetention),
    preparedDays: read(countPreparedDays),
    requestLog: observed.requestLog,
    ...registrationsOf(probeDb),
    roles: read(readRoles),
    ...secretsOf(probeDb, config),
    chains,
    ...contractsOf({ config, chains, retiredWallets: read(relay.readRetiredWallets) }),
    async chain(chainId: number): Promise<ChainSources> {
      const known = byChain.get(chainId);
      const chain = chainById(await chains(), chainId);
      if (known?.chain === chain) return known;
      const opened = openChain(config, chain);
      byChain.set(chainId, opened);
      return opened;
    },
  };
}

const secondsSince = (time: number) => (performance.now() - time) / 1_000;

const processOf = ({ engine = {}, startedAt }: ObservedParts) => ({
  uptimeSeconds: () => secondsSince(startedAt),
  /** For how long this process has sent heartbeats, and why the job engine took none at the last try. */
  engine: () => ({
    beatingSeconds: secondsSince(engine.beatingSince ?? startedAt),
    refusal: engine.refusal ?? null,
  }),
});

interface KnownParts {
  readonly config: Env;
  chains(): Promise<Chains>;
  retiredWallets(): Promise<relay.StoredWallet[]>;
}

/** How many of the relay's wallets in service each deployment's contract for subscriptions does not let charge. */
async function readIdleRelayers(parts: KnownParts): Promise<IdleRelayers[]> {
  const [{ deployments }, retired] = await Promise.all([parts.chains(), parts.retiredWallets()]);
  const wallets = relayersOf(parts.config).map(({ address }) => address);
  const charging = deployments.filter(({ contracts }) => contracts.subscriptions);
  return Promise.all(
    charging.map(async (deployment) => {
      const serving = wallets.filter(servesOn(deployment.chainId, retired));
      const may = await Promise.all(
        serving.map((wallet) => readIsKeeper(deployment.chain.rpc, deployment, wallet)),
      );
      const idle = may.filter((isKeeper) => !isKeeper).length;
      return { mode: deployment.mode, chainId: deployment.chainId, idle, all: may.length };
    }),
  );
}

const contractsOf = (parts: KnownParts) => ({
  retiredWallets: parts.retiredWallets,
  idleRelayers: singleFlight(() => readIdleRelayers(parts), { maxAgeMs: KEEPERS_AGE_MS }),
  blockedContracts: singleFlight(async () => readBlockedContracts(await parts.chains()), {
    maxAgeMs: BLOCKED_AGE_MS,
  }),
});

const databaseOf = (probeDb: ProbeDb) => ({
  database: singleFlight(() => probeDb.sql<{ one: number }[]>`select 1 as one`, {
    maxAgeMs: 0,
    abandonMs: ABANDON_MS,
  }),
  write: singleFlight(() => probeDb.write(), { maxAgeMs: WRITE_AGE_MS, abandonMs: ABANDON_MS }),
});

const registrationsOf = ({ sql }: ProbeDb) => ({
  unusablePayouts: singleFlight(() => listUnusablePayouts(sql), { maxAgeMs: STORED_AGE_MS }),
  registrations: singleFlight(() => findDifferences(sql), { maxAgeMs: REGISTRATIONS_AGE_MS }),
  failedRegistrations: singleFlight(() => readFailedRegistrations(sql), {
    maxAgeMs: FAILED_AGE_MS,
  }),
});

const secretsOf = ({ sql }: ProbeDb, config: Env) => ({
  secretUses: singleFlight(() => readSecretUses(sql, config), { maxAgeMs: SECRETS_AGE_MS }),
});

function poolsOf({ request, job, engine }: ObservedParts["pools"]): PoolSources[] {
  const own = [poolOf("request", request), poolOf("job", job)];
  return engine ? [...own, poolOf("engine", engine)] : own;
}

function poolOf(name: PoolName, sql: Sql): PoolSources {
  const ask = singleFlight(() => sql<{ one: number }[]>`select 1 as one`, { maxAgeMs: 0 });
  return { name, ask, state: () => poolState(sql) };
}
