/** What an operator is told of at once, in the order of `docs/operations/alerts.md`. */
export const alertKinds = [
  "database_down",
  "database_refuses_writes",
  "engine_dead",
  "chain_unreachable",
  "indexer_halted",
  "indexer_behind",
  "relayer_low",
  "outcomes_unknown",
  "renewals_late",
  "unrequested_calls",
  "payout_unusable",
  "core_blocked",
  "deliveries_failing",
  "mail_failing",
  "screening_list_old",
  "books_differ",
] as const;
export type AlertKind = (typeof alertKinds)[number];

/** What a notice says of its alert: it is new, still open after an hour, or over. */
export const alertNotices = ["raised", "repeated", "cleared"] as const;
export type AlertNotice = (typeof alertNotices)[number];

/** How `ALERT_WEBHOOK_URL` is told: our own object, or a message that Slack and what imitates it take. */
export const alertFormats = ["standard", "slack"] as const;
