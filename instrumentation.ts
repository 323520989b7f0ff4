/** Runs once in each server process of Next; what `server.ts` does around it, `next start` does from here. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const [{ startBackground }, { checkScreeningList }, { prepareRequests }, { runtime }] =
    await Promise.all([
      import("./background"),
      import("./lib/adapters/screening/check-screening-list"),
      import("./lib/server/prepare-requests"),
      import("./lib/server/runtime"),
    ]);
  const { config } = runtime();
  await checkScreeningList(config);
  prepareRequests(config.TRUST_PROXY_HOPS);
  startBackground();
}
