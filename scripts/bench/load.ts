import autocannon from "autocannon";

interface Requests {
  url: string;
  headers?: Record<string, string>;
  body: string;
}

export interface Load extends Requests {
  seconds: number;
}

const CONNECTIONS = 32;

/**
 * Sends POSTs over 32 connections for some seconds.
 * @returns answers of 2xx per second
 * @throws Error when any request failed: a server that refuses is fast
 */
export async function requestsPerSecond({ seconds, ...requests }: Load): Promise<number> {
  const result = await send(requests, { duration: seconds });
  return result["2xx"] / result.duration;
}

/**
 * Sends so many POSTs over 32 connections.
 * @throws Error when any request failed
 */
export async function answerRequests({
  requests: amount,
  ...requests
}: Requests & { requests: number }): Promise<void> {
  await send(requests, { amount });
}

async function send(
  { url, headers = {}, body }: Requests,
  size: { duration: number } | { amount: number },
): Promise<autocannon.Result> {
  const result = await autocannon({
    url,
    method: "POST",
    connections: CONNECTIONS,
    ...size,
    headers: { "content-type": "application/json", ...headers },
    body,
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`);
  }
  return result;
}
