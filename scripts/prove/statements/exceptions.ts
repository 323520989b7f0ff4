import type { Exceptions } from "./check-statements";

export const exceptions: Exceptions = {
  neverNull: [
    {
      file: "lib/domain/invoices/queue-invoice-mail.ts",
      property: "recipient",
      because: "those without it are left out",
    },
    {
      file: "lib/domain/agents/proposals/proposal-task.ts",
      property: "proposal",
      because: "it is compared with states, which leaves out null",
    },
    {
      file: "lib/domain/merchants/get-onchain-state.ts",
      property: "feeBps",
      because: "a call that sets a fee names one",
    },
    {
      file: "lib/domain/webhooks/endpoints/reseal-secrets.ts",
      property: "headersSealed",
      because: "a part of it is compared with names, which leaves out null",
    },
    {
      file: "lib/domain/merchants/registrations/unusable-payouts.ts",
      property: "trouble",
      because: "those without it are left out",
    },
    {
      file: "lib/engine/job-lease.ts",
      property: "owner",
      because: "the statement itself sets it",
    },
    {
      file: "lib/domain/wallets/nonces/consume-slots.ts",
      property: "hash",
      because: "a slot becomes mined with the transaction that mined it",
    },
    {
      file: "lib/domain/wallets/nonces/find-open-slots.ts",
      property: "raw",
      because: "those without it are left out",
    },
    {
      file: "lib/domain/operations/retention/remove-aged.ts",
      property: "at",
      because: "it is compared with a moment, which leaves out null",
    },
    {
      file: "lib/domain/mails/claim-mails.ts",
      property: "messageId",
      because: "the statement itself sets it",
    },
    {
      file: "lib/domain/payments/customers/prove-emails.ts",
      property: "receiptEmail",
      because: "the join leaves out those without it",
    },
    {
      file: "lib/domain/payments/settlements/confirm-early.ts",
      property: "sessionId",
      because: "the join leaves out those without it",
    },
    {
      file: "lib/domain/payments/settlements/tell-seen.ts",
      property: "sessionId",
      because: "those without it are left out",
    },
    {
      file: "lib/domain/payments/settlements/tell-reverted.ts",
      property: "sessionId",
      because: "only payments of sessions are announced",
    },
    {
      file: "lib/domain/payments/settlements/find-relayed.ts",
      property: "sessionId",
      because: "those without it are left out",
    },
    {
      file: "lib/domain/storefronts/public/get-store.ts",
      property: "sha256",
      because: "those without it are left out",
    },
    {
      file: "lib/domain/wallets/finality.ts",
      property: "at",
      because: "those without it are left out",
    },
    {
      file: "lib/domain/merchants/registrations/add-registered.ts",
      property: "names",
      because: "the join leaves out those without it",
    },
  ],
  neverSent: [],
};
