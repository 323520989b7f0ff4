import type { Command } from "./command";
import { calls, withdrawCallCommand } from "./commands/calls";
import { confirmationPolicy } from "./commands/confirmation-policy";
import { cursor } from "./commands/cursor";
import { endSubscriptionCommand } from "./commands/end-subscription";
import { allowKeeperCommand, disallowKeeperCommand, keepers } from "./commands/keepers";
import { liftHaltCommand } from "./commands/lift-halt";
import { cancelMailCommand, mails, resendMailCommand } from "./commands/mails";
import { merchant } from "./commands/merchant";
import {
  closeCommand,
  reactivateCommand,
  registerCommand,
  setFeeCommand,
  suspendCommand,
} from "./commands/merchant-calls";
import { numberEventsCommand } from "./commands/number-events";
import { readAgainCommand } from "./commands/read-again";
import { rebuild } from "./commands/rebuild";
import { refunds, returnRefundCommand, settleRefundCommand } from "./commands/refunds";
import { renewals, retryRenewalCommand } from "./commands/renewals";
import { cancelReplayCommand, replays } from "./commands/replays";
import { requeueSubmissionCommand } from "./commands/requeue-submission";
import { screening } from "./commands/screening";
import { status } from "./commands/status";
import { sweepCommand, sweepWalletCommand } from "./commands/sweeps";
import { treasury } from "./commands/treasury";
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
  endSubscriptionCommand,
  calls,
  withdrawCallCommand,
  replays,
  cancelReplayCommand,
  mails,
  resendMailCommand,
  cancelMailCommand,
];
