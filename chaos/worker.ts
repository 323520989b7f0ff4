import { setTimeout as sleep } from "node:timers/promises";
import { createDb } from "@/db/client";
import { type Chain, type Chains, chainById } from "@/lib/adapters/chain/chains";
import { httpRpc } from "@/lib/adapters/chain/rpc";
import { createLogger } from "@/lib/adapters/logger/logger";
import { newId } from "@/lib/core/ids";
import type { Context, SystemActor } from "@/lib/domain/context";
import { modules } from "@/lib/domain/operations/modules";
import { chaosChain } from "./rig/chaos-chain";
import { parseEnvironment } from "./rig/settings";
import { seededDice } from "./seeded";
import { armCrashPoints, type CrashPoint } from "./worker/crash-points";
import { jobs } from "./worker/jobs";
import { serveRequests } from "./worker/serve-requests";
import { shiftClock } from "./worker/shift-clock";
import { watchDb } from "./worker/watch-db";
import { watchRpc } from "./worker/watch-rpc";
import { READY, type Role, WORKER_APPLICATION, type WorkOrder } from "./worker/work-order";

const PAUSE_MS = 25;
const AFTER_ERROR_MS = 150;
const CONNECTIONS = 10;

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
