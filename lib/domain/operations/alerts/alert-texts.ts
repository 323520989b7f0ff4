import type { AlertKind } from "@/lib/core/operations/alert-kinds";

interface AlertText {
  /** The check of `/ready` that finds it. */
  readonly check: string;
  /** One line, while it is open. */
  readonly summary: string;
}

/** Each kind of alert; `docs/operations/alerts.md` says what to do first. */
export const alertTexts: Readonly<Record<AlertKind, AlertText>> = {
  database_down: { check: "database", summary: "The database does not answer" },
  database_refuses_writes: { check: "writes", summary: "The database takes no writes" },
  engine_dead: { check: "jobs", summary: "The job engine runs nothing" },
  chain_unreachable: { check: "rpc", summary: "No node of a chain answers" },
  indexer_halted: { check: "indexer", summary: "Reading of a chain is halted" },
  indexer_behind: { check: "indexer", summary: "Reading of a chain is far behind" },
  relayer_low: { check: "relayer", summary: "A relay wallet runs out of gas money" },
  outcomes_unknown: { check: "outcomes", summary: "Payments have an unknown outcome" },
  renewals_late: { check: "renewals", summary: "Subscriptions are not charged when due" },
  unrequested_calls: {
    check: "renewals",
    summary: "A key made charges or ended subscriptions without this installation",
  },
  payout_unusable: {
    check: "registrations",
    summary: "A merchant's payout address on the chain cannot be used",
  },
  core_blocked: { check: "tokens", summary: "A token's issuer has blocked a contract of the core" },
  deliveries_failing: { check: "webhooks", summary: "Webhooks of the platform fail or are late" },
  mail_failing: { check: "mail", summary: "Emails are not sent" },
  screening_list_old: { check: "screening", summary: "A screening list is old or unusable" },
  books_differ: { check: "books", summary: "Books and chain differ" },
};
