import { keyCreatedMail, keyLeakedMail } from "@/lib/domain/api-keys/key-mails";
import { contactMail } from "@/lib/domain/contact/contact-mail";
import type { Modules } from "@/lib/domain/context";
import { accountExistsMail, codeMail, securityMail } from "@/lib/domain/identity/identity-mails";
import { invoiceMails, paidInvoiceMails } from "@/lib/domain/invoices/invoice-mails";
import { payInvoices } from "@/lib/domain/invoices/pay-invoices";
import type { Mail } from "@/lib/domain/mails/mail";
import { accountMails, walletMails } from "@/lib/domain/merchants/account-mails";
import { operatorCallTask } from "@/lib/domain/operator-calls/operator-call-task";
import { paymentMails } from "@/lib/domain/payments/payment-mails";
import { refundMails } from "@/lib/domain/refunds/refund-mails";
import { enrolmentTask } from "@/lib/domain/relay/enrolments/enrolment-task";
import { permitTask } from "@/lib/domain/relay/permits/permit-task";
import { settlementTask } from "@/lib/domain/relay/settlements/settlement-task";
import { renewalTask } from "@/lib/domain/renewals/renewal-task";
import { merchantMails } from "@/lib/domain/subscriptions/merchant-mails";
import { payerMails } from "@/lib/domain/subscriptions/payer-mails";
import { payerTroubleMails } from "@/lib/domain/subscriptions/payer-trouble-mails";
import { endpointMails, secretRotatedMail } from "@/lib/domain/webhook-endpoints/endpoint-mails";

const listed = (mails: Readonly<Record<string, Mail>>) => Object.values(mails);

/** What modules hand to those below them: part of every context. */
export const modules: Modules = {
  relayTasks: [settlementTask, enrolmentTask, permitTask, renewalTask, operatorCallTask],
  onConfirmed: [payInvoices],
  mails: [
    ...[paymentMails, refundMails, invoiceMails, paidInvoiceMails].flatMap(listed),
    ...[payerMails, payerTroubleMails, merchantMails].flatMap(listed),
    ...[accountMails, walletMails, endpointMails].flatMap(listed),
    ...[secretRotatedMail, keyCreatedMail, keyLeakedMail, contactMail],
    ...[codeMail, accountExistsMail, securityMail],
  ],
};
