import { Counter, Histogram } from "./families";

declare global {
  // The route bundle and the server bundle each hold a copy of this module: the process counts once.
  var stipendMetrics: ReturnType<typeof createMetrics> | undefined;
}

function createMetrics() {
  return {
    httpRequests: new Counter({
      name: "stipend_http_requests_total",
      help: "Requests answered, by route pattern; pages and files are `page`",
      labels: ["route", "method", "status"],
    }),
    httpSeconds: new Histogram({
      name: "stipend_http_request_duration_seconds",
      help: "From the request's head to its answer",
      labels: ["route", "method"],
    }),
    connectionsRefused: new Counter({
      name: "stipend_http_connections_refused_total",
      help: "Connections closed at once because MAX_CONNECTIONS were open",
      labels: [],
    }),
    jobCallsRefused: new Counter({
      name: "stipend_job_calls_refused_total",
      help: "Calls of /api/inngest without a signature that holds: `unsigned`, or `refused` where it has one",
      labels: ["reason"],
    }),
    requestLogRows: new Counter({
      name: "stipend_request_log_rows_total",
      help: "Requests for the request log: `written`, or `dropped` while the database did not take them",
      labels: ["outcome"],
    }),
    rpcCalls: new Counter({
      name: "stipend_rpc_calls_total",
      help: "Calls to nodes: `ok`, `error` as the node's answer, or `unavailable`",
      labels: ["node", "kind", "outcome"],
    }),
    rpcSeconds: new Histogram({
      name: "stipend_rpc_call_duration_seconds",
      help: "Duration of calls to nodes",
      labels: ["node"],
    }),
    screenings: new Counter({
      name: "stipend_screenings_total",
      help: "Wallets screened: `clear`, `flagged`, `blocked`, or `unavailable` where a list did not answer",
      labels: ["result"],
    }),
    webhookAttempts: new Counter({
      name: "stipend_webhook_attempts_total",
      help: "Webhooks sent: `succeeded`, the class of the refusing status, or what went wrong",
      labels: ["outcome"],
    }),
    mailAttempts: new Counter({
      name: "stipend_mail_attempts_total",
      help: "Mails tried: `accepted`, `refused`, `deferred`, `unavailable`, `lost` or `withheld`",
      labels: ["kind", "outcome"],
    }),
    alertNotices: new Counter({
      name: "stipend_alert_notices_total",
      help: "Alerts sent to ALERT_WEBHOOK_URL: `sent`, or `failed` at an attempt",
      labels: ["outcome"],
    }),
    gasSpent: new Counter({
      name: "stipend_relay_gas_spent_total",
      help: "Paid for final transactions by their receipts, in the chain's own currency",
      labels: ["chain", "wallet"],
    }),
  };
}

/** What this process counts. */
export function metrics(): ReturnType<typeof createMetrics> {
  if (!globalThis.stipendMetrics) {
    globalThis.stipendMetrics = createMetrics();
    // What an alert compares with is there from the start.
    globalThis.stipendMetrics.connectionsRefused.add(0);
    globalThis.stipendMetrics.alertNotices.add(0, "failed");
    for (const reason of ["unsigned", "refused"]) {
      globalThis.stipendMetrics.jobCallsRefused.add(0, reason);
    }
  }
  return globalThis.stipendMetrics;
}
