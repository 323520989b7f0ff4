/** Runs once in each server process of Next; what `server.ts` does around it, `next start` does from here. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const [background, screening, { modules }, secrets, requests, { startRuntime }] =
    await Promise.all([
      import("./background"),
      import("./lib/adapters/screening/check-screening-lists"),
      import("./lib/domain/operations/modules"),
      import("./lib/domain/operations/require-secrets"),
      import("./lib/server/http/prepare-requests"),
      import("./lib/server/runtime"),
    ]);
  const { config, jobDb, log } = startRuntime(modules);
  await screening.checkScreeningLists(config);
  await secrets.requireSecrets(jobDb, config).catch((error) => {
    if (error instanceof secrets.SecretMissing) throw error;
    log.warn({ err: error }, "whether every stored secret can be used is not known");
  });
  requests.prepareRequests(config.TRUST_PROXY_HOPS);
  background.startBackground();
}
