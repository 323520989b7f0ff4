const isLoopback = (host: string) =>
  host === "localhost" || host === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(host);

/** Whether a visitor of a page can read this program's memory: a browser's page, or one of its workers. */
function isBrowser(): boolean {
  const { document, navigator } = globalThis as {
    document?: unknown;
    navigator?: { userAgent?: string };
  };
  return document !== undefined || navigator?.userAgent?.startsWith("Mozilla/") === true;
}

/**
 * Refuses to use a key where it would not stay secret.
 * @throws TypeError for a secret key in a browser, and for any key over plain HTTP to another machine
 */
export function refuseExposedKey(key: string | undefined, baseUrl: URL): void {
  if (key === undefined) return;
  if (key.startsWith("sk_") && isBrowser()) {
    throw new TypeError(
      "This is a secret key in a browser: every visitor could read it. Use a publishable key (pk_…) here, and the secret one on your server.",
    );
  }
  if (baseUrl.protocol !== "https:" && !isLoopback(baseUrl.hostname)) {
    throw new TypeError(
      `A key is only sent over https, or to this machine, not to ${baseUrl.host}`,
    );
  }
}
