import { setTimeout as sleep } from "node:timers/promises";
import type { BenchStage } from "./bench-stage";

/** Reads one path of the API with the merchant's key, and returns what that took in milliseconds. */
export async function timeGet({ demo }: BenchStage, path: string): Promise<number> {
  const sentAt = performance.now();
  const headers = { authorization: `Bearer ${demo.info.apiKeys.secret}` };
  const response = await fetch(demo.info.baseUrl + path, { headers });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  return performance.now() - sentAt;
}

/** Reads paths in turn at a fixed rate, whatever the answers take, and returns what each took in milliseconds. */
export function sendAtRate(
  stage: BenchStage,
  paths: readonly string[],
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<number[]> {
  const startedAt = performance.now();
  const times = Array.from({ length: seconds * perSecond }, async (_, index) => {
    const dueAt = startedAt + (index * 1_000) / perSecond;
    await sleep(dueAt - performance.now());
    return timeGet(stage, paths[index % paths.length] ?? "/");
  });
  return Promise.all(times);
}
