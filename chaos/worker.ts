import { setTimeout as sleep } from "node:timers/promises";
import { createDb } from "@/db/client";
import { type Chain, type Chains, chainFrom } from "@/lib/adapters/chain/chains";
import { findPreset } from "@/lib/adapters/chain/presets";
import { httpRpc } from "@/lib/adapters/chain/rpc";
import { createLogger } from "@/lib/adapters/logger/logger";
import { newId } from "@/lib/core/ids";
import type { Context, SystemActor } from "@/lib/domain/context";
import { parseEnvironment } from "./rig/settings";
import { seededDice } from "./seeded";
import { armCrashPoints, type CrashPoint } from "./worker/crash-points";
import { jobs } from "./worker/jobs";
import { serveRequests } from "./worker/serve-requests";
import { watchDb } from "./worker/watch-db";
import { watchRpc } from "./worker/watch-rpc";
import { READY, type Role, WORKER_APPLICATION, type WorkOrder } from "./worker/work-order";

const PAUSE_MS = 25;
const AFTER_ERROR_MS = 150;
const CONNECTIONS = 10;

/** Runs the roles of its work order until it is killed, or kills itself at one of its crash points. */
function work(order: WorkOrder): void {
  const config = parseEnvironment(order.environment);
  const log = createLogger(config.LOG_LEVEL);
  const dice = seededDice(order.seed);
  const options = { max: CONNECTIONS, applicationName: WORKER_APPLICATION };
  const db = createDb(config.DATABASE_URL, options);
  for (const role of order.roles) {
    const isTarget = order.targets.includes(role);
    const point: CrashPoint = isTarget ? armCrashPoints(dice, order.life, role) : () => {};
    const ctx: Context<SystemActor> = {
      db: watchDb(db, point),
      chains: chainsOf(order, isTarget, point),
      config,
      log,
      actor: { kind: "system" },
      requestId: newId("request"),
    };
    if (role === "api") serveRequests(ctx);
    else repeat(role, ctx).catch(() => process.exit(1));
  }
  process.send?.(READY);
}

/** A job that fails is run again after a moment, as the job engine would. */
async function repeat(role: Exclude<Role, "api">, ctx: Context<SystemActor>): Promise<void> {
  for (;;) {
    try {
      await jobs[role](ctx);
      await sleep(PAUSE_MS);
    } catch (error) {
      ctx.log.error({ err: error, role }, "a job failed");
      await sleep(AFTER_ERROR_MS);
    }
  }
}

function chainsOf(order: WorkOrder, isTarget: boolean, point: CrashPoint): Chains {
  const preset = findPreset("local");
  if (!preset) throw new Error("there is no local preset");
  const url = isTarget ? order.rpcUrls.faulty : order.rpcUrls.true;
  const rpc = watchRpc(httpRpc([url]), point);
  const finality = { kind: "depth", depth: order.finalityDepth } as const;
  // Not as the local chain, which may start over: on any other a lost final block is a halt.
  const chain: Chain = { ...chainFrom(preset, { rpc, finality }), local: false };
  return { all: [chain], deployments: order.deployments.map((file) => ({ ...file, chain })) };
}

process.once("message", work);
