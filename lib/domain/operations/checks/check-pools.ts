import { NoAnswer, withTimeout } from "@/lib/core/async/with-timeout";
import { databaseTrouble } from "@/lib/domain/operations/database-trouble";
import { combine, type Finding, ok, spoken, warn } from "@/lib/domain/operations/finding";
import type { PoolSources, Sources } from "@/lib/domain/operations/open-sources";

const POOL_MS = 600;
/** A burst may wait for a moment. */
const LONG_WAIT_MS = 500;

/** Whether requests and background work get connections, those for transactions included. */
export async function checkPools({ pools }: Sources): Promise<Finding> {
  return combine(await Promise.all(pools.map(checkPool)));
}

async function checkPool({ name, ask, state }: PoolSources): Promise<Finding> {
  const trouble = await withTimeout(POOL_MS, ask()).then(
    () => null,
    (error) => error,
  );
  const { inUse, max, waiting, oldestWaitMs } = state();
  const use = `${inUse} of ${max} connections in use, ${waiting} wait`;
  if (waiting > 0 && oldestWaitMs > LONG_WAIT_MS) {
    return warn(
      `the ${name} pool is exhausted: ${use}, the first for ${spoken(oldestWaitMs / 1e3)}`,
    );
  }
  if (trouble === null) return ok();
  if (trouble instanceof NoAnswer) {
    return warn(`the ${name} pool gives ${trouble.message}: ${use}`);
  }
  return warn(`the ${name} pool: ${databaseTrouble(trouble)}`);
}
