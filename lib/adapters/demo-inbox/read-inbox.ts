const TIMEOUT_MS = 2_000;

/**
 * The newest webhooks that the demo's receiver got at an address, newest first, as it tells them.
 * @throws TypeError or DOMException: it does not answer within two seconds
 * @throws Error it answers anything but a list
 */
export async function readInbox(inboxUrl: string, limit: number): Promise<unknown[]> {
  const response = await fetch(`${inboxUrl}?limit=${limit}`, {
    cache: "no-store",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const { data } = (await response.json()) as { data?: unknown };
  if (!response.ok || !Array.isArray(data)) {
    throw new Error(`The webhook receiver answers ${response.status}, and no list`);
  }
  return data;
}
