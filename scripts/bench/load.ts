import autocannon from "autocannon";

export interface Load {
  url: string;
  headers?: Record<string, string>;
  body: string;
  seconds: number;
}

const CONNECTIONS = 32;

/**
 * Sends POSTs over 32 connections for some seconds.
 * @returns answers of 2xx per second
 * @throws Error when any request failed: a server that refuses is fast
 */
export async function requestsPerSecond({
  url,
  headers = {},
  body,
  seconds,
}: Load): Promise<number> {
  const result = await autocannon({
    url,
    method: "POST",
    connections: CONNECTIONS,
    duration: seconds,
    headers: { "content-type": "application/json", ...headers },
    body,
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`);
  }
  return result["2xx"] / result.duration;
}
