import type { TransactionSql } from "@/db/client";
import { localChainId } from "@/lib/adapters/chain/presets";
import type { Currency } from "@/lib/core/amounts/money";
import { type Address, checksumAddress } from "@/lib/core/chain/hex";
import type { HoldDecision } from "@/lib/core/hold-states";
import { singleLine } from "@/lib/core/text/plain-text";
import {
  formatDate,
  formatMoney,
  type Mail,
  type MailRow,
  testPayment,
  type Wording,
} from "@/lib/domain/mails/mail";
import { queueMails } from "@/lib/domain/mails/queue-mail";

/** What a mail about a held payment tells. */
type HoldFacts = {
  businessName: string;
  transactionId: string;
  sessionId: string | null;
  decision: HoldDecision;
  /** Digits in the token's smallest unit. */
  amount: string;
  currency: Currency;
  chainId: number;
  payer: Address;
  /** ISO 8601. */
  at: string;
};

const decided: Readonly<Record<HoldDecision, { subject: string; text: string }>> = {
  released: {
    subject: "Payment released",
    text: "A payment that was on hold has been released. It counts like any other payment.",
  },
  refused: {
    subject: "Payment not released",
    text: "A payment that is on hold is not released. It is not confirmed. You can return it to the payer in the dashboard.",
  },
  refunded: {
    subject: "Payment to be returned",
    text: "A payment that was on hold is to be returned. Send the refund from your wallet: until then the money stays there.",
  },
};

export const holdMails = {
  /** What was decided of a held payment, to the merchant. */
  decided: {
    kind: "hold_decided",
    notification: "compliance.hold_decided",
    subject: (facts) => `${decided[facts.decision].subject}: ${amountOf(facts)}`,
    body: (facts, wording) => ({
      preheader: "A decision was made about a payment on hold.",
      heading: `${decided[facts.decision].subject}: ${amountOf(facts)}`,
      paragraphs: [decided[facts.decision].text],
      facts: rowsOf(facts, wording),
      button: { label: "Open compliance", to: `/dashboard/compliance?mode=${wording.mode}` },
      inTestMode: testPayment,
      footer: `You’re receiving this email because it concerns a payment to ${singleLine(facts.businessName)}.`,
    }),
  },
  /** That a merchant returns a payment, to the payer. It says nothing of the reason. */
  returning: {
    kind: "payment_returning",
    subject: (facts) => `${singleLine(facts.businessName)} is returning ${amountOf(facts)}`,
    body(facts, wording) {
      const merchant = singleLine(facts.businessName);
      return {
        preheader: `${merchant} could not complete your payment.`,
        heading: `${merchant} is returning your payment`,
        paragraphs: [
          `${merchant} could not complete your payment of ${amountOf(facts)}, and is sending the money back to the wallet that you paid with. Do not pay again. Contact ${merchant} if you have questions.`,
        ],
        facts: rowsOf(facts, wording),
        button:
          facts.sessionId === null
            ? { label: "View your subscriptions", to: "/subscriptions" }
            : { label: "View payment", to: `/pay/${facts.sessionId}` },
        inTestMode: testPayment,
        footer:
          "You’re receiving this email because this address was entered for the receipt when the payment was made.",
      };
    },
  },
} satisfies Record<string, Mail<HoldFacts>>;

const amountOf = ({ amount, currency }: HoldFacts) => formatMoney(amount, currency);

const rowsOf = (facts: HoldFacts, { networkOf }: Wording): MailRow[] => [
  ["Amount", amountOf(facts)],
  ["Date", formatDate(facts.at)],
  ["Transaction", facts.transactionId],
  ["Network", networkOf(facts.chainId)],
  ["Paid by", checksumAddress(facts.payer)],
];

/**
 * Queues the mails of a decision: to the merchant, and where the money is returned to a payer who gave an address for
 * this payment or subscription. A released one is told to the payer as any payment is. As with payments, a test on a
 * public chain mails the merchant alone. Call it in the transaction of the decision.
 */
export async function queueHoldMails(
  tx: TransactionSql,
  transactionId: string,
  decision: HoldDecision,
): Promise<void> {
  await queueMails(
    tx,
    tx`select t.merchant_id, t.mode, wanted.kind, wanted.recipient,
      t.id || ':' || ${decision} as about,
      wanted.kind = 'payment_returning' and t.mode = 'test' and t.chain_id <> ${localChainId}
        as withheld,
      jsonb_build_object(
        'businessName', b.business_name, 'transactionId', t.id, 'sessionId', t.session_id,
        'decision', ${decision}::text, 'amount', t.amount::text, 'currency', t.currency,
        'chainId', t.chain_id, 'payer', '0x' || encode(t.from_address, 'hex'),
        'at', t.block_timestamp
      ) as facts
    from transactions t
    join merchants b on b.id = t.merchant_id
    left join payment_sessions s
      on s.id = t.session_id and s.merchant_id = t.merchant_id and s.mode = t.mode
    left join subscriptions n
      on n.id = t.subscription_id and n.merchant_id = t.merchant_id and n.mode = t.mode
    cross join lateral (values
      ('hold_decided', b.email),
      ('payment_returning', case when ${decision}::text <> 'refunded' then null
        when s.receipt_wallet = t.from_address then s.receipt_email
        when n.payer = t.from_address then n.payer_email end)
    ) wanted (kind, recipient)
    where t.id = ${transactionId} and wanted.recipient is not null`,
  );
}
