import type { Command } from "./command";
import { adminCommand } from "./commands/admin";
import { lookAtJobCommand } from "./commands/agents";
import {
  askToSignAgainCommand,
  refunds,
  renewals,
  retryRenewalCommand,
  returnRefundCommand,
  settleRefundCommand,
} from "./commands/billing";
import { books } from "./commands/books";
import {
  calls,
  endSubscriptionCommand,
  requeueSubmissionCommand,
  withdrawCallCommand,
} from "./commands/calls";
import { cursor, liftHaltCommand, readAgainCommand } from "./commands/chain";
import { confirmationPolicy } from "./commands/confirmation-policy";
import {
  allowAddressCommand,
  cancelMailCommand,
  cancelReplayCommand,
  mails,
  numberEventsCommand,
  replays,
  resendMailCommand,
} from "./commands/deliveries";
import {
  acknowledgePayoutCommand,
  closeCommand,
  merchant,
  payouts,
  reactivateCommand,
  registerCommand,
  setFeeCommand,
  suspendCommand,
} from "./commands/merchants";
import {
  acceptOperatorCommand,
  announceOperatorCommand,
  offerOperatorCommand,
  operatorRole,
  replaceKeepersCommand,
  vetoOperatorCommand,
} from "./commands/operator-role";
import { rebuild } from "./commands/rebuild";
import { screening } from "./commands/screening";
import { lockSignInCommand, unlockSignInCommand } from "./commands/sign-in";
import { stats } from "./commands/stats";
import { status } from "./commands/status";
import { repairReservationsCommand } from "./commands/storefronts";
import {
  allowKeeperCommand,
  disallowKeeperCommand,
  keepers,
  sweepCommand,
  sweepWalletCommand,
  treasury,
} from "./commands/treasury";
import {
  fillNonceGapCommand,
  raiseCounterCommand,
  reinstateWalletCommand,
  retireWalletCommand,
} from "./commands/wallets";

/** Every command, in the order of the overview. */
export const commands: readonly Command[] = [
  status,
  merchant,
  payouts,
  acknowledgePayoutCommand,
  confirmationPolicy,
  liftHaltCommand,
  rebuild,
  cursor,
  readAgainCommand,
  raiseCounterCommand,
  fillNonceGapCommand,
  retireWalletCommand,
  reinstateWalletCommand,
  sweepWalletCommand,
  requeueSubmissionCommand,
  screening,
  refunds,
  settleRefundCommand,
  returnRefundCommand,
  renewals,
  retryRenewalCommand,
  askToSignAgainCommand,
  repairReservationsCommand,
  lookAtJobCommand,
  stats,
  books,
  numberEventsCommand,
  registerCommand,
  setFeeCommand,
  suspendCommand,
  reactivateCommand,
  closeCommand,
  treasury,
  sweepCommand,
  keepers,
  allowKeeperCommand,
  disallowKeeperCommand,
  replaceKeepersCommand,
  operatorRole,
  offerOperatorCommand,
  announceOperatorCommand,
  vetoOperatorCommand,
  acceptOperatorCommand,
  endSubscriptionCommand,
  calls,
  withdrawCallCommand,
  replays,
  cancelReplayCommand,
  mails,
  resendMailCommand,
  cancelMailCommand,
  allowAddressCommand,
  adminCommand,
  lockSignInCommand,
  unlockSignInCommand,
];
