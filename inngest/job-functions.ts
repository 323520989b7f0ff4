import { drainMails } from "./functions/drain-mails";
import { drainRelay } from "./functions/drain-relay";
import { drainWebhooks } from "./functions/drain-webhooks";
import { expireSessions } from "./functions/expire-sessions";
import { fetchImages } from "./functions/fetch-images";
import { heartbeat } from "./functions/heartbeat";
import { indexChain } from "./functions/index-chain";
import { markInvoicesOverdue } from "./functions/mark-invoices-overdue";
import { numberEvents } from "./functions/number-events";
import { preparePartitions } from "./functions/prepare-partitions";
import { publishOutbox } from "./functions/publish-outbox";
import { reconcile } from "./functions/reconcile";
import { remindInvoices } from "./functions/remind-invoices";
import { remindPayers } from "./functions/remind-payers";
import { removeOldRows } from "./functions/remove-old-rows";
import { resealSecrets } from "./functions/reseal-secrets";
import { rotateSigningKeys } from "./functions/rotate-signing-keys";
import { settleRefunds } from "./functions/settle-refunds";
import { wakeChains } from "./functions/wake-chains";

/** Every job that the app serves; a test asserts that no file is missing here. */
export const jobFunctions = [
  heartbeat,
  drainRelay,
  indexChain,
  wakeChains,
  drainWebhooks,
  drainMails,
  numberEvents,
  publishOutbox,
  expireSessions,
  fetchImages,
  markInvoicesOverdue,
  remindInvoices,
  remindPayers,
  reconcile,
  settleRefunds,
  resealSecrets,
  rotateSigningKeys,
  preparePartitions,
  removeOldRows,
];
