import type { Db, TransactionSql } from "@/db/client";
import type { Currency } from "@/lib/core/amounts/money";
import { type Address, checksumAddress } from "@/lib/core/chain/hex";
import { invoiceLabel } from "@/lib/core/invoices/invoice-label";
import { invoiceTransitions, sourcesOf } from "@/lib/core/states";
import { singleLine } from "@/lib/core/text/plain-text";
import {
  formatDate,
  formatDay,
  formatMoney,
  type Mail,
  type MailNews,
  type MailRow,
  rowIf,
  testPayment,
  type Wording,
} from "@/lib/domain/mails/mail";
import type { Context } from "@/lib/domain/platform/context";
import { isAwaitingPayment } from "./is-awaiting-payment";
import { noteDelivery } from "./note-delivery";
import { noteMail } from "./note-mail";

/** What a mail about an invoice tells. Amounts are digits in the token's smallest unit. */
export type InvoiceFacts = {
  businessName: string;
  invoiceId: string;
  /** Names the hosted page. */
  publicId: string;
  number: number;
  total: string;
  currency: Currency;
  /** ISO 8601. */
  dueAt: string;
  /** Whose calendar the due date is of; absent in mails of before it was chosen. */
  timeZone?: string;
  customerName: string | null;
};

/** What a mail about a paid invoice tells. */
type PaidInvoiceFacts = InvoiceFacts & {
  fee: string;
  netAmount: string;
  chainId: number;
  txHash: string;
  payer: Address;
  /** ISO 8601: the block's time. */
  paidAt: string;
};

/** An invoice shows what came of its last mail. */
const onOutcome = {
  async lock(tx: TransactionSql, { invoiceId }: InvoiceFacts): Promise<void> {
    await tx`select 1 from invoices where id = ${invoiceId} for no key update`;
  },
  note: (_: unknown, tx: TransactionSql, { invoiceId }: InvoiceFacts, news: MailNews) =>
    noteMail(tx, invoiceId, news),
};

/** A mail that asks for an invoice's payment: it is not sent once the invoice is paid or voided. */
const demand = {
  stillTrue: { otherwise: "invoice_closed", holds: isOpen },
  onOutcome: {
    ...onOutcome,
    note: noteDemand,
  },
} satisfies Pick<Mail<InvoiceFacts>, "stillTrue" | "onOutcome">;

/** One of a customer who has had the invoice: it is not sent either while the customer must not pay, or pay again. */
const repeatedDemand = {
  ...demand,
  stillTrue: { ...demand.stillTrue, holds: isAskedFor },
} satisfies Pick<Mail<InvoiceFacts>, "stillTrue" | "onOutcome">;

/** The mails of an invoice to its customer. */
export const invoiceMails = {
  invoice: {
    ...demand,
    kind: "invoice",
    isUnasked: true,
    subject: (facts) => `Invoice ${nameOf(facts)}: ${totalOf(facts)}`,
    body(facts) {
      const merchant = singleLine(facts.businessName);
      const name = singleLine(facts.customerName ?? "");
      return {
        ...frame(facts),
        preheader: `Due on ${dueOn(facts)}.`,
        heading: `Invoice from ${merchant}`,
        paragraphs: [
          `${name && `${name}, `}${merchant} sent you an invoice for ${totalOf(facts)}. Please pay it by ${dueOn(facts)}.`,
        ],
      };
    },
  },
  reminder: {
    ...repeatedDemand,
    kind: "invoice_reminder",
    isUnasked: true,
    subject: (facts) => `Reminder: invoice ${nameOf(facts)} is due on ${dueOn(facts)}`,
    body: (facts) => ({
      ...frame(facts),
      preheader: `${totalOf(facts)} is still open.`,
      heading: `Your invoice is due on ${dueOn(facts)}`,
      paragraphs: [`The invoice ${nameOf(facts)} for ${totalOf(facts)} has not been paid yet.`],
    }),
  },
  overdue: {
    ...repeatedDemand,
    kind: "invoice_overdue",
    isUnasked: true,
    subject: (facts) => `Overdue: invoice ${nameOf(facts)}`,
    body: (facts) => ({
      ...frame(facts),
      preheader: `${totalOf(facts)} was due on ${dueOn(facts)}.`,
      heading: "Your invoice is overdue",
      paragraphs: [
        `The invoice ${nameOf(facts)} for ${totalOf(facts)} was due on ${dueOn(facts)} and has not been paid yet. You can still pay it.`,
      ],
    }),
  },
  voided: {
    onOutcome,
    kind: "invoice_voided",
    isUnasked: true,
    subject: (facts) => `Invoice ${nameOf(facts)} was cancelled`,
    body: (facts) => ({
      ...frame(facts, "View invoice"),
      preheader: "There is nothing to pay.",
      heading: "Your invoice was cancelled",
      paragraphs: [
        `${singleLine(facts.businessName)} has cancelled the invoice ${invoiceLabel(facts.number)} for ${totalOf(facts)}. Please do not pay it.`,
      ],
    }),
  },
} satisfies Record<string, Mail<InvoiceFacts>>;

export const paidInvoiceMails = {
  /** The customer's receipt. */
  receipt: {
    kind: "invoice_receipt",
    topic: "receipts",
    subject: (facts) => `Receipt: invoice ${nameOf(facts)} is paid`,
    body: (facts, wording) => ({
      ...frame(facts, "View paid invoice"),
      preheader: `Your payment of ${totalOf(facts)} is final.`,
      heading: `You paid invoice ${invoiceLabel(facts.number)}`,
      paragraphs: [
        `Your payment of ${totalOf(facts)} to ${singleLine(facts.businessName)} is confirmed: it is final on ${wording.networkOf(facts.chainId)}.`,
      ],
      facts: [
        ["Invoice", invoiceLabel(facts.number)],
        ["Total", totalOf(facts)],
        ...paymentRows(facts, wording),
      ],
    }),
  },
  /** That a merchant's invoice was paid. */
  paid: {
    kind: "invoice_paid",
    notification: "payment.completed",
    subject: (facts) => `Invoice ${invoiceLabel(facts.number)} is paid: ${totalOf(facts)}`,
    body(facts, wording) {
      const merchant = singleLine(facts.businessName);
      const number = invoiceLabel(facts.number);
      return {
        ...frame(facts, "View invoice"),
        preheader: `The payment to ${merchant} is final.`,
        heading: `Invoice ${number} is paid`,
        paragraphs: [
          `The invoice was paid with ${totalOf(facts)}. The payment to ${merchant} is confirmed: it is final on ${wording.networkOf(facts.chainId)}.`,
        ],
        facts: [
          ["Invoice", number],
          ...rowIf("Customer", singleLine(facts.customerName ?? "")),
          ["Total", totalOf(facts)],
          ["Fee", formatMoney(facts.fee, facts.currency)],
          ["You get", formatMoney(facts.netAmount, facts.currency)],
          ...paymentRows(facts, wording),
        ],
        footer: `You’re receiving this email because payment notifications are on for ${merchant}. Turning them off doesn’t affect webhooks or the API.`,
      };
    },
  },
} satisfies Record<string, Mail<PaidInvoiceFacts>>;

const dueOn = ({ dueAt, timeZone }: InvoiceFacts) => formatDay(dueAt, timeZone);

const totalOf = ({ total, currency }: InvoiceFacts) => formatMoney(total, currency);

const nameOf = ({ number, businessName }: InvoiceFacts) =>
  `${invoiceLabel(number)} from ${singleLine(businessName)}`;

function paymentRows(facts: PaidInvoiceFacts, { networkOf }: Wording): MailRow[] {
  return [
    ["Date", formatDate(facts.paidAt)],
    ["Network", networkOf(facts.chainId)],
    ["Paid by", checksumAddress(facts.payer)],
    ["Transaction", facts.txHash],
  ];
}

function frame(facts: InvoiceFacts, label = "View and pay") {
  const rows: MailRow[] = [
    ["Invoice", invoiceLabel(facts.number)],
    ["Total", totalOf(facts)],
    ["Due on", dueOn(facts)],
  ];
  return {
    facts: rows,
    button: { label, to: `/i/${facts.publicId}` },
    inTestMode: testPayment,
    footer: `You’re receiving this email because ${singleLine(facts.businessName)} entered this address on the invoice.`,
  };
}

async function isOpen(db: Db, { invoiceId }: InvoiceFacts): Promise<boolean> {
  const open = await db`
    select from invoices
    where id = ${invoiceId} and status in ${db(sourcesOf(invoiceTransitions, "paid"))}`;
  return open.length > 0;
}

async function isAskedFor(db: Db, facts: InvoiceFacts): Promise<boolean> {
  if (!(await isOpen(db, facts))) return false;
  const asked = await db`
    select from invoices i where i.id = ${facts.invoiceId} and ${isAwaitingPayment(db)}`;
  return asked.length > 0;
}

async function noteDemand(
  ctx: Pick<Context, "chains" | "config">,
  tx: TransactionSql,
  { invoiceId }: InvoiceFacts,
  news: MailNews,
): Promise<void> {
  await noteMail(tx, invoiceId, news);
  if (news.state !== "sent") return;
  // A limit had withheld it, and an operator sent it.
  await tx`update invoices set mailed_at = clock_now() where id = ${invoiceId} and mailed_at is null`;
  await noteDelivery(ctx, tx, invoiceId, invoiceMails.voided);
}
