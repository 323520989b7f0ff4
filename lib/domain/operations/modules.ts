import { digestMails } from "@/lib/domain/agents/cashflow/digest-mails";
import { jobMails } from "@/lib/domain/agents/jobs/job-mails";
import { proposalTask } from "@/lib/domain/agents/proposals/proposal-task";
import { noteRecoveryTry } from "@/lib/domain/agents/recovery/note-recovery-try";
import { releaseTask } from "@/lib/domain/agents/releases/release-task";
import { treasuryMails } from "@/lib/domain/agents/treasury/treasury-mails";
import { walletFlaggedMail } from "@/lib/domain/compliance/compliance-mails";
import { adminChangedMail, adminInvitedMail } from "@/lib/domain/identity/admin-mails";
import { keyCreatedMail, keyLeakedMail } from "@/lib/domain/identity/api-keys/key-mails";
import {
  accountExistsMail,
  codeMail,
  securityMail,
  signInLockedMail,
} from "@/lib/domain/identity/identity-mails";
import { broadcastMail } from "@/lib/domain/insight/notifications/broadcast-mail";
import { invoiceMails, paidInvoiceMails } from "@/lib/domain/invoices/invoice-mails";
import { payInvoices } from "@/lib/domain/invoices/pay-invoices";
import { undeliveredMail } from "@/lib/domain/invoices/undelivered-mail";
import type { Mail } from "@/lib/domain/mails/mail";
import {
  accountMails,
  statusChangedMail,
  tierChangedMail,
  walletMails,
} from "@/lib/domain/merchants/account-mails";
import { contactMail } from "@/lib/domain/merchants/contact-mail";
import { alertMail } from "@/lib/domain/operations/alerts/alert-mail";
import { holdMails } from "@/lib/domain/operations/holds/hold-mails";
import { paymentMails } from "@/lib/domain/payments/settlements/payment-mails";
import { settlementTask } from "@/lib/domain/payments/settlements/settlement-task";
import type { Modules } from "@/lib/domain/platform/context";
import { refundMails } from "@/lib/domain/refunds/refund-mails";
import { refundAuthorizationTask } from "@/lib/domain/refunds/relayed/authorization-task";
import { releaseOrders } from "@/lib/domain/storefronts/orders/release-orders";
import { settleOrders } from "@/lib/domain/storefronts/orders/settle-orders";
import { soldOutMail } from "@/lib/domain/storefronts/orders/storefront-mails";
import { renewalTask } from "@/lib/domain/subscriptions/charges/renewal-task";
import { enrolmentTask } from "@/lib/domain/subscriptions/enrolments/enrolment-task";
import { merchantMails } from "@/lib/domain/subscriptions/merchant-mails";
import { payerMails } from "@/lib/domain/subscriptions/payer-mails";
import { payerTroubleMails } from "@/lib/domain/subscriptions/payer-trouble-mails";
import { permitTask } from "@/lib/domain/subscriptions/permits/permit-task";
import { creationTask } from "@/lib/domain/wallets/creations/creation-task";
import { operatorCallTask } from "@/lib/domain/wallets/operator-calls/operator-call-task";
import { endpointMails, secretRotatedMail } from "@/lib/domain/webhooks/endpoints/endpoint-mails";

const listed = (mails: Readonly<Record<string, Mail>>) => Object.values(mails);

/** What modules hand to those below them: part of every context. */
export const modules: Modules = {
  relayTasks: [
    ...[settlementTask, enrolmentTask, permitTask, renewalTask],
    ...[creationTask, operatorCallTask, proposalTask, releaseTask],
    refundAuthorizationTask,
  ],
  onConfirmed: [payInvoices, settleOrders],
  onReleased: [releaseOrders],
  onRecoveryTry: [noteRecoveryTry],
  mails: [
    ...[paymentMails, refundMails, invoiceMails, paidInvoiceMails].flatMap(listed),
    ...[payerMails, payerTroubleMails, merchantMails].flatMap(listed),
    ...[accountMails, walletMails, endpointMails].flatMap(listed),
    ...[digestMails, jobMails, treasuryMails].flatMap(listed),
    ...[secretRotatedMail, keyCreatedMail, keyLeakedMail, contactMail, soldOutMail],
    undeliveredMail,
    ...[walletFlaggedMail, holdMails.decided, holdMails.returning],
    ...[codeMail, accountExistsMail, securityMail, signInLockedMail],
    ...[statusChangedMail, tierChangedMail],
    ...[adminInvitedMail, adminChangedMail, broadcastMail, alertMail],
  ],
};
