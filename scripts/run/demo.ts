import { relative } from "node:path";
import { serverLog } from "./demo/app-server";
import { dataFolder, parseDemoOptions, usage } from "./demo/demo-options";
import { kept } from "./demo/kept";
import { reportTo } from "./demo/progress";
import { type Demo, startDemo } from "./demo/start-demo";
import { UsageError } from "./run-with-options";
import { parentOf } from "./services/left-over";

const ORPHAN_CHECK_MS = 500;

const progress = reportTo(process.stdout);
// Whoever reads along may leave before everything is stopped.
process.stdout.on("error", () => {});

/** The first signal stops things in order, the second at once. */
function watchInterrupts() {
  const stopping = new AbortController();
  const happened = new Promise<undefined>((resolve) => {
    stopping.signal.addEventListener("abort", () => resolve(undefined));
  });
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(name, () => {
      if (stopping.signal.aborted) process.exit(130);
      stopping.abort(new Error("Interrupted"));
    });
  }
  if (process.env.npm_lifecycle_event) watchParents(() => stopping.abort(new Error("Interrupted")));
  return { signal: stopping.signal, happened };
}

/**
 * npm hands a SIGTERM to the shell between, which ends without handing it on; killed, npm leaves the
 * shell behind. Either way nobody is left who could stop the demo.
 */
function watchParents(onOrphaned: () => void): void {
  const shell = process.ppid;
  const npm = parentOf(shell);
  const timer = setInterval(() => {
    if (process.ppid === shell && parentOf(shell) === npm) return;
    clearInterval(timer);
    onOrphaned();
  }, ORPHAN_CHECK_MS);
  timer.unref();
}

function describe({ info }: Demo, dataDir: string, seconds: number): void {
  const file = (name: string) => relative(process.cwd(), `${dataDir}/${name}`);
  const infoFile = file(kept.info);
  const signIn = info.signIn && `\n  Sign in        ${info.signIn.email}, ${info.signIn.password}`;
  const { admin } = info;
  const console =
    admin &&
    `\n  Console        ${info.baseUrl}/admin\n  Sign in        ${admin.email}, ${admin.password}, codes of ${admin.totpSecret}`;
  progress.say(`
Ready in ${seconds.toFixed(1)} s. Take a payment in the browser:

  Start          ${info.baseUrl}
  Dashboard      ${info.baseUrl}/dashboard${signIn ?? ""}${console ?? ""}
  API            ${info.baseUrl}/v1
  Reference      ${info.baseUrl}/docs
  Webhooks       ${info.webhookSinkUrl}   (what the receiver got)
  Chain          ${info.rpcUrl}   (id ${info.chainId})
  Keys, wallets  ${infoFile}
  Server log     ${relative(process.cwd(), serverLog(dataDir))}

Or create a payment session here, and open its checkoutUrl:

  KEY=$(node -p 'require("./${infoFile}").apiKeys.secret')
  curl -sS ${info.baseUrl}/v1/payment-sessions -H "Authorization: Bearer $KEY" \\
    -H 'Content-Type: application/json' -d '{"amount":"2500000","currency":"USDC"}'

Ctrl-C stops everything; npm run demo goes on from here.`);
}

async function main(): Promise<number> {
  const { help, ...options } = parseDemoOptions(process.argv.slice(2), process.env);
  if (help) {
    progress.say(usage);
    return 0;
  }
  const startedAt = performance.now();
  const interrupt = watchInterrupts();
  const demo = await startDemo({
    ...options,
    inbox: true,
    progress,
    signal: interrupt.signal,
  });
  describe(demo, dataFolder(options), (performance.now() - startedAt) / 1_000);
  const ended = await Promise.race([demo.ended, interrupt.happened]);
  if (ended) progress.say(`\n${ended} has ended.`);
  await progress.step("Stopping", () => demo.stop());
  return ended ? 1 : 0;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    progress.say(`\n${error instanceof Error ? error.message : error}`);
    if (error instanceof UsageError) progress.say(`\n${usage}`);
    process.exit(error instanceof UsageError ? 2 : 1);
  },
);
