import type { TransactionSql } from "@/db/client";
import { localChainId } from "@/lib/adapters/chain/presets";
import type { Currency } from "@/lib/core/amounts/money";
import { type Address, checksumAddress } from "@/lib/core/chain/hex";
import { singleLine } from "@/lib/core/text/plain-text";
import { formatDate, formatMoney, type Mail, rowIf, testPayment } from "@/lib/domain/mails/mail";
import { queueMails } from "@/lib/domain/mails/queue-mail";

/** What a mail about a payment tells. Amounts are digits in the token's smallest unit. */
type PaymentFacts = {
  businessName: string;
  sessionId: string;
  description: string | null;
  /** The description is a product's name: it was sold by a shop or a payment link. Absent in older mails. */
  isSale?: boolean;
  amount: string;
  fee: string;
  netAmount: string;
  currency: Currency;
  chainId: number;
  txHash: string;
  payer: Address;
  /** ISO 8601: the block's time. */
  paidAt: string;
};

export const paymentMails = {
  /** The receipt that a payer asked for. */
  receipt: {
    kind: "payment_receipt",
    topic: "receipts",
    subject: (facts) => `Receipt: ${amountOf(facts)} to ${singleLine(facts.businessName)}`,
    body(facts, { networkOf }) {
      const merchant = singleLine(facts.businessName);
      const network = networkOf(facts.chainId);
      return {
        preheader: `Your payment to ${merchant} is final.`,
        heading: `You paid ${amountOf(facts)} to ${merchant}`,
        paragraphs: [
          `Your payment is confirmed: it is final on ${network}. You can open the receipt again at any time.`,
        ],
        facts: [
          ["Amount", amountOf(facts)],
          ...descriptionRow(facts),
          ["Date", formatDate(facts.paidAt)],
          ["Receipt number", facts.sessionId],
          ["Network", network],
          ["Paid by", checksumAddress(facts.payer)],
          ["Transaction", facts.txHash],
        ],
        button: { label: "View receipt", to: `/pay/${facts.sessionId}` },
        inTestMode: testPayment,
        footer:
          "You’re receiving this email because this address was entered for the receipt when the payment was made.",
      };
    },
  },
  /** That a merchant was paid. */
  received: {
    kind: "payment_received",
    notification: "payment.completed",
    subject: (facts) => receivedOf(facts),
    body(facts, { networkOf }) {
      const merchant = singleLine(facts.businessName);
      const network = networkOf(facts.chainId);
      return {
        preheader: `A payment to ${merchant} is final.`,
        heading: receivedOf(facts),
        paragraphs: [
          `A customer’s payment to ${merchant} is confirmed: it is final on ${network}.`,
        ],
        facts: [
          ["Amount", amountOf(facts)],
          ["Fee", formatMoney(facts.fee, facts.currency)],
          ["You get", formatMoney(facts.netAmount, facts.currency)],
          ...descriptionRow(facts),
          ["Date", formatDate(facts.paidAt)],
          ["Payment session", facts.sessionId],
          ["Network", network],
          ["Paid by", checksumAddress(facts.payer)],
          ["Transaction", facts.txHash],
        ],
        button: { label: "View payment", to: `/pay/${facts.sessionId}` },
        inTestMode: testPayment,
        footer: `You’re receiving this email because payment notifications are on for ${merchant}. Turning them off doesn’t affect webhooks or the API.`,
      };
    },
  },
} satisfies Record<string, Mail<PaymentFacts>>;

/** What a merchant was paid, and for which product where it sold one. */
const receivedOf = (facts: PaymentFacts) =>
  facts.isSale
    ? `You sold ${singleLine(facts.description ?? "")} for ${amountOf(facts)}`
    : `You received ${amountOf(facts)}`;

const descriptionRow = ({ isSale, description }: PaymentFacts) =>
  rowIf(isSale ? "Product" : "Description", singleLine(description ?? ""));

const amountOf = ({ amount, currency }: PaymentFacts) => formatMoney(amount, currency);

/**
 * Queues the mails of payments that have become final: the receipt for the payer who asked for one, the
 * receipt for an invoice's customer, and `payment_received` or `invoice_paid` for a merchant that wants it. Each session
 * is told of once. On public chains a test payment mails the merchant alone: the payer's receipt is kept and not sent.
 * Call it in the transaction that confirms.
 * @param transactionIds settlements that pay their sessions, none of them an exception
 */
export async function queuePaymentMails(
  tx: TransactionSql,
  transactionIds: readonly string[],
): Promise<void> {
  if (transactionIds.length === 0) return;
  await queueMails(
    tx,
    tx`select t.merchant_id, t.mode, t.session_id as about, wanted.kind, wanted.recipient,
      wanted.kind in ('payment_receipt', 'invoice_receipt')
        and t.mode = 'test' and t.chain_id <> ${localChainId} as withheld,
      jsonb_build_object(
        'businessName', b.business_name, 'sessionId', s.id, 'description', s.description,
        'isSale', s.created_via in ('storefront', 'payment_link'),
        'amount', t.amount::text, 'fee', t.fee::text, 'netAmount', t.net_amount::text,
        'currency', t.currency, 'chainId', t.chain_id,
        'txHash', '0x' || encode(t.tx_hash, 'hex'),
        'payer', '0x' || encode(t.from_address, 'hex'), 'paidAt', t.block_timestamp
      ) || case when i.id is null then '{}' else jsonb_build_object(
        'invoiceId', i.id, 'publicId', i.public_id, 'number', i.number, 'total', i.total::text,
        'dueAt', i.due_at, 'timeZone', i.time_zone, 'customerName', i.customer_name
      ) end as facts
    from transactions t
    -- By its id, one session for each payment: a plan may take all of a merchant otherwise.
    cross join lateral (
      select id, merchant_id, mode, description, created_via, receipt_wallet, receipt_email
      from payment_sessions where id = t.session_id limit 1
    ) s
    join merchants b on b.id = t.merchant_id
    left join invoices i on i.session_id = s.id and i.merchant_id = t.merchant_id and i.mode = t.mode
    cross join lateral (values
      -- Who is mailed the invoice's receipt needs no other.
      ('payment_receipt', case when s.receipt_wallet = t.from_address
        then nullif(s.receipt_email, i.customer_email) end),
      ('invoice_receipt', i.customer_email),
      (case when i.id is null then 'payment_received' else 'invoice_paid' end,
        case when (b.email_prefs ->> 'paymentReceived')::boolean then b.email end)
    ) wanted (kind, recipient)
    where t.id = any (${[...transactionIds]}) and s.merchant_id = t.merchant_id
      and s.mode = t.mode and wanted.recipient is not null`,
  );
}
