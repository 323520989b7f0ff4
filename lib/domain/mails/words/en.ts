import { accountWords } from "./en-accounts";
import { identityWords } from "./en-identity";
import { keyWords } from "./en-keys";
import { subscriptionWords } from "./en-subscriptions";

/** What mails say. `{name}` is filled in; every language has the same keys. */
export const en = {
  brand: "Stipend",
  testNotice: "Test payment: no real money moved.",
  testMode: "This is about test mode.",
  buttonHint: "If the button does not work, open this address:",

  receiptSubject: "Receipt: {amount} to {merchant}",
  receiptPreheader: "Your payment to {merchant} is final.",
  receiptHeading: "You paid {amount} to {merchant}",
  receiptText:
    "Your payment is confirmed: it is final on {network}. You can open the receipt again at any time.",
  receiptButton: "View receipt",
  receiptFooter:
    "You get this mail because this address was entered for the receipt when the payment was made.",

  receivedSubject: "You received {amount}",
  receivedPreheader: "A payment to {merchant} is final.",
  receivedHeading: "You received {amount}",
  receivedText: "A customer’s payment to {merchant} is confirmed: it is final on {network}.",
  receivedButton: "View payment",
  receivedFooter:
    "You get this mail because {merchant} is told of payments. Webhooks and the API are not affected when you turn it off.",
  receivedStop: "Stop these mails",

  refundReceiptSubject: "Refund: {amount} from {merchant}",
  refundReceiptPreheader: "{merchant} has sent you money back.",
  refundReceiptHeading: "{merchant} refunded {amount}",
  refundReceiptText:
    "The money is back in the wallet that you paid with: it is final on {network}.",
  refundReceiptFooter:
    "You get this mail because this address was entered for the receipt when the payment was made.",

  refundedSubject: "Refund completed: {amount}",
  refundedPreheader: "The money has reached the payer.",
  refundedHeading: "You refunded {amount}",
  refundedText: "The refund of {merchant} has reached the payer: it is final on {network}.",
  refundFailedSubject: "Refund failed: {amount}",
  refundFailedPreheader: "The recorded transaction does not complete the refund.",
  refundFailedHeading: "A refund of {amount} failed",
  refundFailedText:
    "The transaction that was recorded for the refund is final, and it is not that refund: {failure}. See in your wallet what it did before you refund again.",
  refundWaitingSubject: "Refund waiting: {amount}",
  refundWaitingPreheader: "A late charge has not been returned to the customer.",
  refundWaitingHeading: "A refund of {amount} is waiting for you",
  refundWaitingText:
    "A subscription of {merchant} was charged after it had ended or was paused. The refund to the customer is prepared: send it from your wallet, or cancel it if nothing is to be returned. We remind you every 7 days until then.",
  refundWaitingButton: "Open refund",
  refundFooter: "You get this mail because {merchant} is told of refunds.",
  refundPayment: "View payment",
  refundNumber: "Refund",
  refundedTo: "Refunded to",
  refundedTransaction: "Refunded transaction",

  refundFailure_transaction_reverted: "it was reverted",
  refundFailure_no_transfer: "it sends none of the token to the payer",
  refundFailure_sender_mismatch: "it comes from another wallet",
  refundFailure_amount_mismatch: "it sends another amount",
  refundFailure_before_creation: "it is older than the refund",
  refundFailure_transfer_used: "it belongs to another refund",
  refundFailure_other_refund: "it carries another refund’s reference",
  refundFailure_ref_used: "its reference was used for another payment",

  amount: "Amount",
  fee: "Fee",
  net: "You get",
  description: "Description",
  date: "Date",
  receiptNumber: "Receipt number",
  session: "Payment session",
  network: "Network",
  paidBy: "Paid by",
  transaction: "Transaction",

  failingSubject: "A webhook endpoint is failing: {host}",
  failingPreheader: "It has taken no webhook since {since}.",
  failingHeading: "Your webhook endpoint is failing",
  failingText:
    "{host} has taken no webhook since {since}. We go on trying. After 72 hours without a success and ten failed events the endpoint is disabled.",
  disabledSubject: "A webhook endpoint was disabled: {host}",
  disabledPreheader: "It gets no webhooks until you enable it again.",
  disabledHeading: "Your webhook endpoint was disabled",
  disabledFailing:
    "{host} has taken no webhook for 72 hours, so it gets none any more. Repair it, enable it again, and replay what it has missed.",
  disabledGone:
    "{host} answered 410 Gone, so it gets no webhooks any more. If that was a mistake, repair it, enable it again, and replay what it has missed.",
  endpointButton: "Open the API reference",
  endpointFooter: "You get this mail because the webhook endpoint belongs to {merchant}.",
  endpoint: "Endpoint",
  host: "Host",
  since: "Failing since",
  failedEvents: "Failed events",

  invoiceSubject: "Invoice {number} from {merchant}: {amount}",
  invoicePreheader: "Due on {due}.",
  invoiceHeading: "Invoice from {merchant}",
  invoiceText: "{merchant} sent you an invoice over {amount}. Please pay it by {due}.",
  invoiceTextNamed: "{name}, {merchant} sent you an invoice over {amount}. Please pay it by {due}.",
  invoiceButton: "View and pay",
  remindSubject: "Reminder: invoice {number} from {merchant} is due on {due}",
  remindPreheader: "{amount} is still open.",
  remindHeading: "Your invoice is due on {due}",
  remindText: "The invoice {number} from {merchant} over {amount} has not been paid yet.",
  overdueSubject: "Overdue: invoice {number} from {merchant}",
  overduePreheader: "{amount} was due on {due}.",
  overdueHeading: "Your invoice is overdue",
  overdueText:
    "The invoice {number} from {merchant} over {amount} was due on {due} and has not been paid yet. You can still pay it.",
  voidedSubject: "Invoice {number} from {merchant} was cancelled",
  voidedPreheader: "There is nothing to pay.",
  voidedHeading: "Your invoice was cancelled",
  voidedText: "{merchant} has cancelled the invoice {number} over {amount}. Please do not pay it.",
  voidedButton: "View invoice",
  invoiceFooter: "You get this mail because {merchant} entered this address on the invoice.",
  paidInvoiceSubject: "Receipt: invoice {number} from {merchant} is paid",
  paidInvoicePreheader: "Your payment of {amount} is final.",
  paidInvoiceHeading: "You paid invoice {number}",
  paidInvoiceText: "Your payment of {amount} to {merchant} is confirmed: it is final on {network}.",
  paidInvoiceButton: "View paid invoice",
  wasPaidSubject: "Invoice {number} is paid: {amount}",
  wasPaidPreheader: "The payment to {merchant} is final.",
  wasPaidHeading: "Invoice {number} is paid",
  wasPaidText:
    "The invoice was paid with {amount}. The payment to {merchant} is confirmed: it is final on {network}.",
  wasPaidButton: "View invoice",

  invoiceNumber: "Invoice",
  total: "Total",
  dueOn: "Due on",
  customer: "Customer",

  ...subscriptionWords,
  ...accountWords,
  ...identityWords,
  ...keyWords,

  stopTitle_paymentReceived: "Mails about payments",
  stopOn_paymentReceived: "{merchant} is mailed about each payment that it receives.",
  stopOff_paymentReceived: "{merchant} is no longer mailed about payments that it receives.",
  stopTitle_subscriptionCharged: "Mails about charges",
  stopOn_subscriptionCharged: "{merchant} is mailed about each charge of a subscription.",
  stopOff_subscriptionCharged: "{merchant} is no longer mailed about charges of subscriptions.",
  stopTurnOff: "Turn these mails off",
  stopTurnOn: "Turn them on again",
  stopFailed: "Nothing was changed",
  stopUnknownTitle: "This link does not work any more",
  stopUnknown: "Use the link of a newer mail.",
} as const;
