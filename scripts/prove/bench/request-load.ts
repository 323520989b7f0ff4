import { createRequire } from "node:module";
import { join } from "node:path";
import type Autocannon from "autocannon";
import { projectRoot } from "@/scripts/build/contracts/sources";

// Benchmarks alone need it: `npm run tools:install`.
const autocannon: typeof Autocannon = createRequire(join(projectRoot, "tools/package.json"))(
  "autocannon",
);

/** Requests that are sent over and over. */
export interface Requests {
  readonly url: string;
  /** `POST` without it. */
  readonly method?: "GET" | "POST";
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

const CONNECTIONS = 32;

/**
 * Sends requests over 32 connections for some seconds.
 * @returns answers of 2xx per second
 * @throws Error when any request failed: a server that refuses is fast
 */
export async function requestsPerSecond(
  { url, method = "POST", headers = {}, body }: Requests,
  seconds: number,
): Promise<number> {
  const result = await autocannon({
    url,
    method,
    connections: CONNECTIONS,
    duration: seconds,
    headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
    ...(body === undefined ? {} : { body }),
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`);
  }
  return result["2xx"] / result.duration;
}

export interface Contestant {
  readonly name: string;
  readonly load: Requests;
}

const ROUNDS = 3;
const SECONDS = 8;
const WARM_UP_SECONDS = 3;

/**
 * Measures the contestants in turn, several times, so that a slow minute hits all of them.
 * @returns the best rate of each, by its name
 */
export async function measureInTurn(
  contestants: readonly Contestant[],
): Promise<Map<string, number>> {
  const best = new Map<string, number>();
  for (const { load } of contestants) await requestsPerSecond(load, WARM_UP_SECONDS);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { name, load } of contestants) {
      const rate = await requestsPerSecond(load, SECONDS);
      best.set(name, Math.max(best.get(name) ?? 0, rate));
      console.log(`round ${round + 1}  ${name.padEnd(36)} ${rate.toFixed(0)} requests/s`);
    }
  }
  return best;
}
