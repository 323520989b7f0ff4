import type { Declaration } from "@/lib/adapters/metrics/family";

const gauge = (name: string, help: string, ...labels: string[]): Declaration => ({
  name: `stipend_${name}`,
  help,
  labels,
});

/** What is read from the database and the chains when `/metrics` is asked. */
export const gauges = {
  build: gauge("build_info", "Always 1", "version"),
  ready: gauge("ready_check", "By check of /ready: 0 ok, 1 warn, 2 fail", "check"),
  settles: gauge("mode_settles", "1 while payments of the mode can settle, else 0", "mode"),
  submissions: gauge("relay_submissions", "Open submissions", "mode", "chain", "state"),
  submissionsOldest: gauge(
    "relay_submissions_oldest_seconds",
    "Age of the oldest open submission",
    "mode",
    "chain",
    "state",
  ),
  nonces: gauge(
    "relay_nonces",
    "Nonces in use: `in_flight` or `mined`",
    "chain",
    "wallet",
    "state",
  ),
  noncesOldest: gauge(
    "relay_nonces_oldest_seconds",
    "Age of the oldest nonce that is in no block",
    "chain",
    "wallet",
  ),
  balance: gauge("relay_wallet_balance", "Gas money, in the chain's currency", "chain", "wallet"),
  payments: gauge("relay_wallet_payments", "For how many payments it is good", "chain", "wallet"),
  operatorCalls: gauge("operator_calls", "Operators' calls that are open", "chain", "state"),
  operatorCallsOldest: gauge(
    "operator_calls_oldest_seconds",
    "Age of the oldest operators' call that is open",
    "chain",
  ),
  operatorBalance: gauge(
    "operator_wallet_balance",
    "Gas money of the operator's wallet, in the chain's currency",
    "chain",
    "wallet",
  ),
  baseFee: gauge("chain_base_fee_gwei", "Base fee of the next block", "chain"),
  nodeUp: gauge("node_up", "1 while the node can be used, else 0", "chain", "node"),
  lag: gauge("indexer_lag_blocks", "Blocks that are not read, up to the nodes' head", "chain"),
  finalLag: gauge("indexer_final_lag_blocks", "Blocks that are not final, up to the head", "chain"),
  halted: gauge("indexer_halted", "1 while indexing is halted, else 0", "chain"),
  poolConnections: gauge(
    "db_pool_connections",
    "Connections: `max`, `open`, and `in_use`",
    "pool",
    "state",
  ),
  poolWaiting: gauge("db_pool_waiting", "Statements that wait for a connection", "pool"),
  poolOldest: gauge("db_pool_oldest_wait_seconds", "For how long the first has waited", "pool"),
  outbox: gauge("outbox_unsent", "Wake-ups that were not sent, up to 10,000"),
  outboxOldest: gauge("outbox_oldest_seconds", "Age of the oldest wake-up that was not sent"),
  unnumbered: gauge("events_unnumbered", "Events without a position, up to 10,000"),
  unnumberedOldest: gauge("events_unnumbered_oldest_seconds", "Age of the oldest of them"),
  webhooks: gauge("webhooks_due", "Webhooks that are due, up to 10,000"),
  webhooksOldest: gauge("webhooks_oldest_seconds", "For how long the oldest has been due"),
  endpointsFailing: gauge("webhook_endpoints_failing", "Endpoints whose last attempt failed"),
  replays: gauge("webhook_replays", "Replays of webhooks that run"),
  replaysStalled: gauge("webhook_replays_stalled", "Those without progress for ten minutes"),
  mails: gauge("mails_waiting", "Mails that are not sent yet, up to 10,000"),
  mailsOldest: gauge("mails_oldest_seconds", "Age of the oldest mail that is not sent yet"),
  mailsFailed: gauge("mails_failed", "Mails that have failed for good within a day"),
  heldSettlements: gauge("held_settlements", "Settled payments without a screening"),
  refunds: gauge("refunds_open", "Refunds that are not over, up to 10,000", "status"),
  refundsOldest: gauge("refunds_submitted_oldest_seconds", "Age of the oldest that is submitted"),
  refundsDue: gauge("refunds_due_seconds", "For how long the first that is to be looked at waits"),
  engineJobs: gauge("engine_jobs_due", "Due calls of the embedded job engine, up to 10,000"),
  engineJobsOldest: gauge("engine_jobs_oldest_seconds", "For how long the oldest has been due"),
  removedRows: gauge("retention_removed_rows_total", "Old rows removed, in all processes", "kind"),
  preparedDays: gauge(
    "request_log_prepared_days",
    "Days after today that have a partition of the request log",
  ),
  jobFinished: gauge("job_finished_timestamp_seconds", "When a job last finished", "name"),
} as const;

export type GaugeName = keyof typeof gauges;
