import { closeMerchants, sendBroadcasts } from "./functions/admin";
import {
  drainMails,
  expireSessions,
  markInvoicesOverdue,
  remindInvoices,
  remindPayers,
  settleRefunds,
} from "./functions/billing";
import { drainRelay, indexChain, wakeChains } from "./functions/chain";
import { drainWebhooks, numberEvents, publishOutbox } from "./functions/events";
import { heartbeat } from "./functions/heartbeat";
import {
  checkBooks,
  compareFigures,
  fetchImages,
  judgePayouts,
  keepFigures,
  preparePartitions,
  reconcile,
  removeOldRows,
  rescreenWallets,
  resealSecrets,
  rotateSigningKeys,
} from "./functions/upkeep";

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
  compareFigures,
  checkBooks,
  judgePayouts,
  rescreenWallets,
  keepFigures,
  closeMerchants,
  sendBroadcasts,
];
