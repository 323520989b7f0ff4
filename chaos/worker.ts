import { setTimeout as sleep } from "node:timers/promises";
import { createDb } from "@/db/client";
import { type Chain, type Chains, chainById } from "@/lib/adapters/chain/chains";
import { httpRpc, type Rpc } from "@/lib/adapters/chain/rpc/rpc";
import { createLogger, type Logger } from "@/lib/adapters/logger/logger";
import { Refusal } from "@/lib/core/errors";
import { scopes } from "@/lib/core/identity/scopes";
import { newId } from "@/lib/core/ids";
import { advanceDueJobs } from "@/lib/domain/agents/jobs/advance-due-jobs";
import { readDueTreasuries } from "@/lib/domain/agents/treasury/read-due-treasuries";
import { drainMails } from "@/lib/domain/mails/drain-mails";
import { modules } from "@/lib/domain/operations/modules";
import { expireDueSessions } from "@/lib/domain/payments/sessions/expire-due-sessions";
import { releaseDueSessions } from "@/lib/domain/payments/sessions/release-sessions";
import type {
  Context,
  MerchantActor,
  PlatformActor,
  SystemActor,
} from "@/lib/domain/platform/context";
import { publishOutbox } from "@/lib/domain/platform/outbox/publish";
import { settleDueRefunds } from "@/lib/domain/refunds/settle-due-refunds";
import { drainRelay } from "@/lib/domain/wallets/drain-relay";
import { drainWebhooks } from "@/lib/domain/webhooks/deliveries/drain-webhooks";
import { indexChain } from "@/lib/indexer/index-chain";
import { chaosChain, parseEnvironment } from "./rig/settings";
import { seededDice } from "./seeded";
import { armCrashPoints, type CrashPoint } from "./worker/crash-points";
import type { Caller, Reply, Request } from "./worker/messages";
import { operations } from "./worker/operations";
import { watchDb } from "./worker/watch-db";
import { READY, type Role, WORKER_APPLICATION, type WorkOrder } from "./worker/work-order";

const PAUSE_MS = 25;
const AFTER_ERROR_MS = 150;
const CONNECTIONS = 10;

const SHIFT_MS = 20_000;

type Job = () => Promise<unknown>;
type Ctx = Context<SystemActor>;

/** What each role does over and over, as the job functions do: each chain has jobs of its own. */
const jobs: Record<Exclude<Role, "api">, (ctx: Ctx) => Job[]> = {
  relay: (ctx) =>
    ctx.chains.all.map(
      ({ id }) =>
        () =>
          drainRelay(ctx, { chainId: id, until: shiftEnd() }),
    ),
  indexer: (ctx) =>
    ctx.chains.all.map(
      ({ id }) =>
        () =>
          indexChain(ctx, { chainId: id, until: shiftEnd() }),
    ),
  webhooks: (ctx) => [() => drainWebhooks(ctx, { until: shiftEnd() })],
  upkeep: (ctx) => [
    () => publishOutbox(ctx).then(() => expireDueSessions(ctx)),
    () => releaseDueSessions(ctx),
    () => settleDueRefunds(ctx, { until: shiftEnd() }),
    () => readDueTreasuries(ctx, { until: shiftEnd() }).then(() => advanceDueJobs(ctx)),
    () => drainMails(ctx, { until: shiftEnd() }),
  ],
};

const shiftEnd = () => new Date(Date.now() + SHIFT_MS);

type CallerContext = Context<MerchantActor> & Context<PlatformActor>;
type Operation = (ctx: CallerContext, input: Request["input"]) => Promise<unknown>;

/** Answers what clients ask, many at once, as a server would. */
function serveRequests(ctx: Context<SystemActor>): void {
  process.on("message", (request: Request) => {
    answer(ctx, request).then(
      (reply) => process.send?.(reply),
      (error: unknown) => ctx.log.error({ err: error }, "a reply was not sent"),
    );
  });
}

async function answer(ctx: Context<SystemActor>, request: Request): Promise<Reply> {
  const { id, operation, caller, input } = request;
  try {
    const run = operations[operation] as Operation;
    return { id, kind: "value", value: await run(contextOf(ctx, caller), input) };
  } catch (error) {
    if (error instanceof Refusal && !isOverSoon(error)) {
      const { code, message, info } = error;
      return { id, kind: "refusal", refusal: { code, message, reason: info.details?.reason } };
    }
    return { id, kind: "error", message: describe(ctx.log, error) };
  }
}

/** Who is told that a mail has gone out already has to wait for an hour, which is no reason to ask again. */
const isOverSoon = ({ code, info }: Refusal): boolean =>
  code === "rate_limited" && info.details?.reason !== "mailed_recently";

function describe(log: Logger, error: unknown): string {
  log.error({ err: error }, "a request failed");
  return error instanceof Error ? error.message : String(error);
}

function contextOf(ctx: Context<SystemActor>, { merchantId, mode }: Caller): CallerContext {
  const actor: MerchantActor | PlatformActor = merchantId
    ? { kind: "key", merchantId, mode, keyId: "ak_chaos", keyKind: "secret", scopes }
    : { kind: "platform", mode, keyId: "ak_platform" };
  const common = { ...ctx, requestId: newId("request"), ip: "127.0.0.1" };
  return { ...common, actor } as Context as CallerContext;
}

/** Makes this process believe that it is so much later, or earlier where it is negative. */
function shiftClock(shiftMs: number): void {
  if (shiftMs === 0) return;
  const TrueDate = globalThis.Date;
  const now = () => TrueDate.now() + shiftMs;
  globalThis.Date = new Proxy(TrueDate, {
    construct: (target, args, self) =>
      Reflect.construct(target, args.length ? args : [now()], self),
    get: (target, name, self) => (name === "now" ? now : Reflect.get(target, name, self)),
  });
}

/** Runs the roles of its work order until it is killed, or kills itself at one of its crash points. */
function work(order: WorkOrder): void {
  shiftClock(order.clockShiftMs);
  const config = parseEnvironment(order.environment);
  const log = createLogger(config.LOG_LEVEL);
  const dice = seededDice(order.seed);
  const options = { max: CONNECTIONS, applicationName: WORKER_APPLICATION };
  const db = createDb(config.DATABASE_URL, options);
  for (const role of order.roles) {
    const isTarget = order.targets.includes(role);
    const point: CrashPoint = isTarget ? armCrashPoints(dice, order, role) : () => {};
    const ctx: Context<SystemActor> = {
      db: watchDb(db, point),
      chains: chainsOf(order, isTarget, point),
      config,
      log,
      actor: { kind: "system" },
      modules,
      requestId: newId("request"),
    };
    if (role === "api") serveRequests(ctx);
    else for (const job of jobs[role](ctx)) repeat(role, ctx, job).catch(() => process.exit(1));
  }
  process.send?.(READY);
}

/** A job that fails is run again after a moment, as the job engine would. */
async function repeat(
  role: Role,
  ctx: Context<SystemActor>,
  job: () => Promise<unknown>,
): Promise<void> {
  for (;;) {
    try {
      await job();
      await sleep(PAUSE_MS);
    } catch (error) {
      ctx.log.error({ err: error, role }, "a job failed");
      await sleep(AFTER_ERROR_MS);
    }
  }
}

/** The same node, with `point` told of each call before it is made and after its answer. */
function watchRpc(rpc: Rpc, point: CrashPoint): Rpc {
  return {
    request: async (call) => {
      point("before", call.method);
      const answer = await rpc.request(call);
      point("after", call.method);
      return answer;
    },
  };
}

function chainsOf(order: WorkOrder, isTarget: boolean, point: CrashPoint): Chains {
  const chains = new Map<number, Chain>();
  for (const [id, urls] of Object.entries(order.rpcUrls)) {
    const rpc = watchRpc(httpRpc([isTarget ? urls.faulty : urls.true]), point);
    const chain = chaosChain(Number(id), rpc, order.finalityDepth);
    // Not as the local chain, which may start over: on any other a lost final block is a halt.
    chains.set(chain.id, { ...chain, local: false });
  }
  const all = [...chains.values()];
  const deployments = order.deployments.map((file) => ({
    ...file,
    chain: chainById({ all, deployments: [] }, file.chainId),
  }));
  return { all, deployments };
}

process.once("message", work);
