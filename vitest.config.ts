import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";

const TESTS = "**/*.test.{ts,tsx}";
/** Start whole demos, or an installation by the documented commands, for which they build the app. */
const DEMO_TESTS = [
  "scripts/run/demo/{lifecycle,history/history}.test.ts",
  "scripts/prove/documented-setup.test.ts",
];
/** The API as handlers in this process; the API as a server that runs: each has tests that the other cannot run. */
const IN_PROCESS_TESTS = "testing/api/in-process/**";
const SERVER_TESTS = "testing/api/server/**";

/**
 * What takes long: outages, crashes and frozen processes at full length, rare faults of nodes, plans of statements
 * over large tables, years of charges, in process what the server is asked as well, and the tests of what tests and
 * demos are run with. `npm run test:all` runs it.
 */
const LONG_TESTS = [
  "chaos/checks/rest.test.ts",
  "db/limits.test.ts",
  "inngest/{advance-clock,run-job}.test.ts",
  "inngest/functions/{billing-jobs,drain-webhooks}.test.ts",
  "lib/adapters/chain/nodes/watch-nodes.test.ts",
  "lib/domain/operations/alerts/outages.test.ts",
  "lib/domain/insight/books/verify.test.ts",
  "lib/domain/operations/background-plans.test.ts",
  "lib/domain/payments/outcomes/{hidden-settlement,old-state}.test.ts",
  "lib/domain/operations/retention/plans.test.ts",
  "lib/domain/platform/deployments/growing-deployments.test.ts",
  "lib/domain/subscriptions/books/{book-plans,history,late-charges}.test.ts",
  "lib/domain/subscriptions/charges/{plans,predictions,renewal-room,subscription-year}.test.ts",
  "lib/domain/subscriptions/enrolments/enrolment-faults.test.ts",
  "lib/domain/wallets/nonces/{chain-trouble,restored-backup}.test.ts",
  "lib/domain/wallets/operator-calls/{operator-call-trouble,subscription-calls}.test.ts",
  "lib/domain/subscriptions/reminders/reminder-plans.test.ts",
  "lib/engine/{crash,database-restart,frozen-engine}.test.ts",
  "lib/indexer/{crash,deep-reorg,doubt,hidden-logs,lying-node,move-cursor-back,stages,subscription-rebuild}.test.ts",
  "lib/server/http/database-outage.test.ts",
  "lib/server/pages/pay-events.test.ts",
  "scripts/build/contracts/{deploy,verify}.test.ts",
  "scripts/prove/{commands,find-chromium}.test.ts",
  "scripts/prove/statements/{check-statements,column-types}.test.ts",
  "scripts/run/demo/prepare-demo.test.ts",
  "operator/drills.test.ts",
  "scripts/run/seed/self-hosting.test.ts",
  "scripts/run/services/{chain,postgres}.test.ts",
  "testing/api/*.test.ts",
  "testing/{global-setup,run-reporter}.test.ts",
  "testing/api/in-process/{command-line,event-stream,metrics,races,ready-mode}.test.ts",
  "testing/lists/lists.test.ts",
  "testing/servers/{connections,frozen-server,server-metrics,shutdown}.test.ts",
];

/**
 * The rare cases, attacks, repairs and combinations of each area, whose main ways `npm test` goes: what takes more than
 * six seconds of the fifteen minutes that `npm test` has on two cores. `npm run test:all` runs them.
 */
const FURTHER_TESTS = [
  "inngest/functions/{agent-jobs,heartbeat,index-chain}.test.ts",
  "lib/adapters/email/smtp.test.ts",
  "lib/adapters/jobs/send-events.test.ts",
  "lib/adapters/pdf/{render-off-thread,scripts}.test.ts",
  "lib/core/invoices/factur-x/factur-x.test.ts",
  "lib/domain/admin/analytics/analytics.test.ts",
  "lib/domain/admin/contracts/contracts.test.ts",
  "lib/domain/agents/cashflow/digests.test.ts",
  "lib/domain/agents/jobs/{job-attacks,job-chain,jobs,random-jobs}.test.ts",
  "lib/domain/agents/proposals/{forgetful-node,look-at-job,owner-screening}.test.ts",
  "lib/domain/agents/recovery/recovery.test.ts",
  "lib/domain/agents/releases/releases.test.ts",
  "lib/domain/agents/treasury/{get-agent-treasury,read-due-treasuries,tell-deposits}.test.ts",
  "lib/domain/identity/{lock-out,privy}.test.ts",
  "lib/domain/insight/books/books.test.ts",
  "lib/domain/insight/figures/{figures,verbs}.test.ts",
  "lib/domain/invoices/unasked-mails.test.ts",
  "lib/domain/mails/drain-mails.test.ts",
  "lib/domain/merchants/record-changes.test.ts",
  "lib/domain/operations/retention/remove-relay-rows.test.ts",
  "lib/domain/operations/{agent-work,families-of,operator-calls,readiness,stored-state}.test.ts",
  "lib/domain/payments/hosted-page/one-signature.test.ts",
  "lib/domain/payments/intake/{paid-directly,relay-guards}.test.ts",
  "lib/domain/payments/settlements/see-settlements.test.ts",
  "lib/domain/platform/deployments/{retired-deployments,several-deployments}.test.ts",
  "lib/domain/platform/images/images.test.ts",
  "lib/domain/platform/treasury/treasury.test.ts",
  "lib/domain/refunds/{charge-refunds,prepare-late-refunds,refund-events}.test.ts",
  "lib/domain/storefronts/public/draw-shop-preview.test.ts",
  "lib/domain/subscriptions/books/{held-charges,links-and-losses,show-charges}.test.ts",
  "lib/domain/subscriptions/charges/{keepers,missing-amount,partial-charges}.test.ts",
  "lib/domain/subscriptions/hosted-page/direct-mandate.test.ts",
  "lib/domain/subscriptions/outlook/predict-renewals.test.ts",
  "lib/domain/subscriptions/payer-home/permits.test.ts",
  "lib/domain/subscriptions/reminders/remind-payers.test.ts",
  "lib/domain/wallets/creations/wallet-creations.test.ts",
  "lib/domain/wallets/nonces/wallet-repairs.test.ts",
  "lib/domain/wallets/operator-calls/{keys-and-raises,operator-calls}.test.ts",
  "lib/domain/wallets/{drain-relay,one-signature-relay,set-aside-paid}.test.ts",
  "lib/domain/webhooks/deliveries/{claim-dispatches,webhook-deliveries}.test.ts",
  "lib/domain/webhooks/replays/webhook-replays.test.ts",
  "lib/engine/start-engine.test.ts",
  "lib/indexer/admin/resume-indexer.test.ts",
  "lib/indexer/books/check-books.test.ts",
  "lib/indexer/{finality,foreign-registry,grouped-settlements,registry-events,registry-raises,reorg}.test.ts",
  "lib/server/api/request-log.test.ts",
  "lib/server/pages/invoice-download.test.ts",
  "operator/{calls,commands}.test.ts",
  "scripts/build/sdk/sdk.test.ts",
  "scripts/run/seed/seed-merchant.test.ts",
  "testing/api/in-process/{neighbours,payer-entry,signing}.test.ts",
  "testing/servers/revocation.test.ts",
];

const EXCLUDED = [
  ...configDefaults.exclude,
  "**/.next/**",
  "**/.stipend/**",
  "e2e/**",
  "contracts/lib/**",
];

/**
 * What replaces modules, asks for what a process has once (its metrics, whether it is ready, its server), or needs
 * Next's router as the browser has it, which Next's server replaces where another file reads it: each file has a
 * process of its own. The others share the modules that their process has read, which halves what the whole suite
 * computes.
 */
const ISOLATED_TESTS = [
  "components/**/*.test.tsx",
  "db/pool-state.test.ts",
  "inngest/answer-signed.test.ts",
  "lib/adapters/chain/rpc/rpc.test.ts",
  "lib/adapters/rate-limit/buckets.test.ts",
  "lib/server/api/serve.test.ts",
  "lib/server/http/{database-outage,graceful-close,node-exchange}.test.ts",
  "lib/server/pages/pay-events.test.ts",
  "testing/api/in-process/{command-line,event-stream,metrics,ready-mode,watch-refusals}.test.ts",
  "testing/api/{operations,sdk}.test.ts",
];

const globalSetup = ["testing/global-setup.ts"];

const unit = {
  extends: true as const,
  test: {
    name: "unit",
    include: [TESTS],
    exclude: [
      ...EXCLUDED,
      ...ISOLATED_TESTS,
      ...LONG_TESTS,
      ...FURTHER_TESTS,
      ...DEMO_TESTS,
      SERVER_TESTS,
    ],
    globalSetup,
    isolate: false,
  },
};

const further = {
  extends: true as const,
  test: {
    name: "further",
    include: FURTHER_TESTS,
    exclude: EXCLUDED,
    globalSetup,
    isolate: false,
  },
};

const isolated = {
  extends: true as const,
  test: {
    name: "isolated",
    include: ISOLATED_TESTS,
    exclude: [...EXCLUDED, ...LONG_TESTS, SERVER_TESTS],
    globalSetup,
  },
};

const long = {
  extends: true as const,
  test: { name: "long", include: LONG_TESTS, exclude: EXCLUDED, globalSetup },
};

// One file after the other: two builds at once would spoil each other.
const demo = { extends: true as const, test: { name: "demo", include: DEMO_TESTS, maxWorkers: 1 } };

/** What runs against the server that `API_TARGET` describes. */
const server = {
  extends: true as const,
  test: {
    name: "server",
    include: [`testing/api/${TESTS}`],
    exclude: [...EXCLUDED, IN_PROCESS_TESTS],
    // They replace nothing in their own process, and wait for one server: the declarations are read once.
    isolate: false,
    maxWorkers: 1,
  },
};

export default defineConfig({
  resolve: {
    alias: [{ find: /^@\//, replacement: fileURLToPath(new URL("./", import.meta.url)) }],
  },
  test: {
    projects: process.env.API_TARGET ? [server] : [unit, isolated, further, long, demo],
    reporters: ["default", "./testing/run-reporter.ts"],
    // A second, the default of what is polled, is not enough on a machine with other work.
    expect: { requireAssertions: true, poll: { timeout: 30_000 } },
    pool: "forks",
    // What a run has transformed is not transformed again by those after it.
    experimental: { fsModuleCache: true },
    // As in the browser: what passes at the second time only is listed.
    retry: process.env.CI ? 1 : 0,
    // Two more than CI has cores: of four files one or two wait for a block, a process or a lease.
    maxWorkers: 4,
    env: { TZ: "UTC" },
    // They end what hangs, and measure nothing: a machine with other work takes several times as long.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    teardownTimeout: 60_000,
    unstubEnvs: true,
    unstubGlobals: true,
    restoreMocks: true,
  },
});
