/** What is looked at, as people call it, under what it matters for; what is new stands under the last heading. */
export const checkGroups: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  [
    "Payments",
    {
      rpc: "Chain nodes",
      contracts: "Contracts",
      indexer: "Reading the chain",
      relayer: "Sending wallets",
      fees: "Network fees",
      queued: "Payments waiting to be sent",
      nonces: "Order of sent transactions",
      outcomes: "Outcomes of sent transactions",
      screening: "Screening of payers",
      held: "Payments held for screening",
      refunds: "Refunds",
      renewals: "Renewals",
    },
  ],
  [
    "Merchants",
    {
      registrations: "Registrations on the chain",
      operator: "Operator’s wallet",
      treasury: "Fees to the treasury",
      events: "Events",
      webhooks: "Webhooks",
      replays: "Webhook replays",
      mail: "E-mails",
      images: "Logos",
      requestLog: "Request log",
    },
  ],
  [
    "Servers",
    {
      database: "Database",
      writes: "Database writes",
      migrations: "Database version",
      pool: "Database connections",
      jobs: "Background work",
      queue: "Work waiting to begin",
      retention: "Removal of old data",
    },
  ],
];
