import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { z } from "zod";
import type { Sql } from "@/db/client";
import type { Chains } from "@/lib/adapters/chain/chains";
import type { ready } from "@/lib/contract/operations";

type Check = z.output<typeof ready.response>["checks"][string];
type Checks = Record<string, Check>;

const OLD_WORK_SECONDS = 300;
const LAG_BLOCKS = 100n;
const LOW_GAS_WEI = 10n ** 16n;

const ok = (detail: string | null = null): Check => ({ status: "ok", detail });
const warn = (detail: string): Check => ({ status: "warn", detail });
const fail = (detail: string): Check => ({ status: "fail", detail });

/** The answer of a check that may throw: an unreachable dependency is a finding. */
async function attempt(check: () => Promise<Check>, otherwise: (detail: string) => Check) {
  try {
    return await check();
  } catch (error) {
    return otherwise(error instanceof Error ? error.message.slice(0, 200) : "unknown");
  }
}

async function migrationsCheck(db: Sql): Promise<Check> {
  const files = await readdir(join(process.cwd(), "db/migrations"));
  const expected = files.filter((file) => file.endsWith(".sql")).length;
  const [row] = await db<{ applied: number }[]>`
    select count(*)::int as applied from drizzle.__drizzle_migrations`;
  const pending = expected - (row?.applied ?? 0);
  return pending > 0 ? fail(`${pending} migrations are pending`) : ok();
}

async function queueCheck(db: Sql): Promise<Check> {
  const [row] = await db<{ seconds: number }[]>`
    select coalesce(extract(epoch from now() - min(created_at)), 0)::int as seconds
    from outbox where sent_at is null`;
  const seconds = row?.seconds ?? 0;
  return seconds > OLD_WORK_SECONDS ? warn(`the oldest job waits for ${seconds} s`) : ok();
}

async function indexerCheck(db: Sql): Promise<Check> {
  const rows = await db<{ chainId: number; behind: bigint; haltedReason: string | null }[]>`
    select chain_id, head_number - number as behind, halted_reason from chain_cursors`;
  const halted = rows.find((row) => row.haltedReason);
  if (halted) return fail(`chain ${halted.chainId} is halted: ${halted.haltedReason}`);
  const late = rows.find((row) => row.behind > LAG_BLOCKS);
  return late ? warn(`chain ${late.chainId} is ${late.behind} blocks behind`) : ok();
}

async function gasCheck(db: Sql): Promise<Check> {
  const [low] = await db<{ address: string }[]>`
    select address from relay_wallets where balance < ${LOW_GAS_WEI.toString()} limit 1`;
  return low ? warn(`relayer ${low.address} is low on gas`) : ok();
}

async function rpcCheck(chains: () => Promise<Chains>): Promise<Check> {
  const { all } = await chains();
  await Promise.all(all.map((chain) => chain.rpc.request({ method: "eth_blockNumber" })));
  return ok();
}

/**
 * Looks at everything that the service depends on. It cannot work without the database and its
 * migrations; the rest degrades it: what is accepted waits until it is back.
 */
export async function readiness(db: Sql, chains: () => Promise<Chains>) {
  const checks: Checks = {};
  checks.database = await attempt(async () => {
    await db`select 1`;
    return ok();
  }, fail);
  if (checks.database.status === "ok") {
    checks.migrations = await attempt(() => migrationsCheck(db), fail);
    checks.queue = await attempt(() => queueCheck(db), warn);
    checks.indexer = await attempt(() => indexerCheck(db), warn);
    checks.relayer = await attempt(() => gasCheck(db), warn);
    checks.rpc = await attempt(() => rpcCheck(chains), warn);
  }
  const working = checks.database.status === "ok" && checks.migrations?.status === "ok";
  const smooth = Object.values(checks).every((check) => check.status === "ok");
  const status = !working ? "fail" : smooth ? "ok" : "degraded";
  return { working, output: { status, checks } as const };
}
