import {
  drainMails,
  expireSessions,
  markInvoicesOverdue,
  remindInvoices,
  remindPayers,
  settleRefunds,
} from "@/inngest/functions/billing";
import { drainRelay, indexChain, wakeChains } from "@/inngest/functions/chain";
import { drainWebhooks, numberEvents, publishOutbox } from "@/inngest/functions/events";
import {
  fetchImages,
  preparePartitions,
  reconcile,
  removeOldRows,
  resealSecrets,
  rotateSigningKeys,
} from "@/inngest/functions/upkeep";
import { heartbeat } from "./functions/heartbeat";

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
