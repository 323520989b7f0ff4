import type { TransactionSql } from "@/db/client";
import { localChainId } from "@/lib/adapters/chain/presets";
import type { Currency } from "@/lib/core/amounts/money";
import { type Address, checksumAddress } from "@/lib/core/chain/hex";
import type { RefundFailure, RefundOrigin } from "@/lib/core/kinds";
import { singleLine } from "@/lib/core/text/plain-text";
import {
  formatDate,
  formatMoney,
  type Mail,
  type MailRow,
  rowIf,
  testPayment,
  type Wording,
} from "@/lib/domain/mails/mail";
import { queueMails } from "@/lib/domain/mails/queue-mail";

/** What a mail about a refund tells. */
type RefundFacts = {
  businessName: string;
  refundId: string;
  transactionId: string;
  sessionId: string | null;
  description: string | null;
  /** Digits in the token's smallest unit. */
  amount: string;
  currency: Currency;
  chainId: number;
  payer: Address;
  txHash: string | null;
  failureReason: RefundFailure | null;
  /** Mails that were queued before it was told lack it. */
  origin?: RefundOrigin;
  /** The refund that was prepared in place of a late charge's that has failed. */
  nextRefundId?: string | null;
  /** ISO 8601. */
  at: string;
};

export const refundMails = {
  /** The receipt of a payer whose money was returned. */
  receipt: {
    kind: "refund_receipt",
    topic: "receipts",
    subject: (facts) => `Refund: ${amountOf(facts)} from ${singleLine(facts.businessName)}`,
    body(facts, wording) {
      const merchant = singleLine(facts.businessName);
      const network = wording.networkOf(facts.chainId);
      return {
        ...frame(facts, wording),
        preheader: `${merchant} has sent you money back.`,
        heading: `${merchant} refunded ${amountOf(facts)}`,
        paragraphs: [
          `The money is back in the wallet that you paid with: it is final on ${network}.`,
        ],
        footer:
          "You’re receiving this email because this address was entered for the receipt when the payment was made.",
      };
    },
  },
  /** That a merchant's refund has reached the payer. */
  completed: {
    kind: "refund_completed",
    notification: "refund.completed",
    subject: (facts) => `Refund completed: ${amountOf(facts)}`,
    body(facts, wording) {
      const merchant = singleLine(facts.businessName);
      const network = wording.networkOf(facts.chainId);
      return {
        ...frame(facts, wording),
        preheader: "The payer has received the money.",
        heading: `You refunded ${amountOf(facts)}`,
        paragraphs: [`The refund of ${merchant} has reached the payer: it is final on ${network}.`],
      };
    },
  },
  /** That the transaction which a merchant recorded does not complete its refund, and why. */
  failed: {
    kind: "refund_failed",
    notification: "refund.failed",
    subject: (facts) => `Refund failed: ${amountOf(facts)}`,
    body: (facts, wording) => ({
      ...frame(facts, wording),
      preheader: isUnsent(facts)
        ? "The signature for the refund can no longer be used."
        : "The recorded transaction does not complete the refund.",
      heading: `A refund of ${amountOf(facts)} failed`,
      paragraphs: [
        isUnsent(facts)
          ? `Nothing was sent: ${failures[facts.failureReason ?? "no_transfer"]}.`
          : `The recorded transaction is final, but it doesn’t complete the refund: ${failures[facts.failureReason ?? "no_transfer"]}.`,
        ...adviceOn(facts),
      ],
      ...(facts.nextRefundId && { button: openRefund(facts.nextRefundId) }),
    }),
  },
  /** That the refund of a late charge still waits for the merchant's wallet. */
  waiting: {
    kind: "refund_waiting",
    notification: "refund.waiting",
    subject: (facts) => `Refund waiting: ${amountOf(facts)}`,
    body: (facts, wording) => ({
      ...frame(facts, wording),
      preheader: "A late charge has not been returned to the customer.",
      heading: `A refund of ${amountOf(facts)} is waiting for you`,
      paragraphs: [
        `A subscription of ${singleLine(facts.businessName)} was charged after it had ended or was paused. ${waitingFor(facts)} We’ll remind you every 7 days until then.`,
      ],
      button: openRefund(facts.refundId),
    }),
  },
} satisfies Record<string, Mail<RefundFacts>>;

/** The relay was to send it, and never can. */
const isUnsent = ({ failureReason }: RefundFacts) =>
  failureReason === "authorization_expired" || failureReason === "authorization_consumed";

const openRefund = (id: string) => ({ label: "Open refund", to: `/dashboard/refunds/${id}` });

/** What the merchant can do after a refund has failed. A late charge with another refund can't be refunded again. */
function adviceOn(facts: RefundFacts): string[] {
  const { origin, nextRefundId } = facts;
  if (!isUnsent(facts)) {
    return nextRefundId
      ? ["A new refund is prepared. Check the transaction in your wallet before you send it."]
      : ["Check the transaction in your wallet before you refund again."];
  }
  if (nextRefundId) {
    return [
      "A new refund is prepared: send it from your wallet, or cancel it if you don’t want to return the money.",
    ];
  }
  return origin === "late_charge" ? [] : ["You can refund the payment again."];
}

/** A second transfer would pay twice where the recorded one was mined under another hash. */
const waitingFor = ({ txHash }: RefundFacts) =>
  txHash === null
    ? "The refund to the customer is prepared: send it from your wallet, or cancel it if you don’t want to return the money."
    : "The transaction that you recorded for the refund was not found on-chain: check in your wallet under which hash it was sent, and record that one, or cancel the refund if nothing was sent.";

const failures: Readonly<Record<RefundFailure, string>> = {
  transaction_reverted: "it was reverted",
  no_transfer: "it sends none of the token to the payer",
  sender_mismatch: "it comes from another wallet",
  amount_mismatch: "it sends another amount",
  before_creation: "it is older than the refund",
  transfer_used: "it belongs to another refund",
  other_refund: "it carries another refund’s reference",
  ref_used: "its reference was used for another payment",
  authorization_expired: "the signature expired before it could be sent",
  authorization_consumed: "the signature was cancelled or used otherwise",
};

const amountOf = ({ amount, currency }: RefundFacts) => formatMoney(amount, currency);

function frame(facts: RefundFacts, { networkOf }: Wording) {
  const rows: MailRow[] = [
    ["Amount", amountOf(facts)],
    ...rowIf("Description", singleLine(facts.description ?? "")),
    ["Date", formatDate(facts.at)],
    ["Refund", facts.refundId],
    ["Refunded transaction", facts.transactionId],
    ["Network", networkOf(facts.chainId)],
    ["Refunded to", checksumAddress(facts.payer)],
    ...rowIf("Transaction", facts.txHash),
  ];
  return {
    facts: rows,
    button:
      facts.sessionId === null
        ? { label: "Open the API reference", to: "/docs" }
        : { label: "View payment", to: `/pay/${facts.sessionId}` },
    inTestMode: testPayment,
    footer: `You’re receiving this email because refund notifications are on for ${singleLine(facts.businessName)}.`,
  };
}

/**
 * Queues the mails of a refund that was completed or has failed: to the merchant, and of a completed one the receipt
 * to a payer who wanted one for the payment. Each is queued once. One of a late charge that is pending is told to the
 * merchant, once for each `expires_at`. As with payments, a test refund on a public chain mails the merchant alone. Call
 * it in the transaction that ends the refund, or renews it: after another one was prepared in its place.
 */
export async function queueRefundMails(tx: TransactionSql, refundId: string): Promise<void> {
  await queueMails(
    tx,
    tx`select r.merchant_id, r.mode, wanted.kind, wanted.recipient,
      case when r.status = 'pending' then r.id || ':' || extract(epoch from r.expires_at)
        else r.id end as about,
      wanted.kind = 'refund_receipt' and r.mode = 'test' and r.chain_id <> ${localChainId}
        as withheld,
      jsonb_build_object(
        'businessName', b.business_name, 'refundId', r.id, 'transactionId', t.id,
        'sessionId', s.id, 'description', s.description,
        'amount', r.amount::text, 'currency', t.currency, 'chainId', r.chain_id,
        'payer', '0x' || encode(t.from_address, 'hex'),
        'txHash', '0x' || encode(coalesce(r.tx_hash, r.refund_tx_hash), 'hex'),
        'failureReason', r.failure_reason, 'origin', r.origin,
        'nextRefundId', (
          select n.id from refunds n
          where n.transaction_id = r.transaction_id and n.id <> r.id
            and n.origin = 'late_charge' and n.status = 'pending'
          order by n.created_at desc limit 1
        ),
        'at', coalesce(r.closed_at, r.created_at)
      ) as facts
    from refunds r
    join transactions t on t.id = r.transaction_id
    join merchants b on b.id = r.merchant_id
    left join payment_sessions s
      on s.id = t.session_id and s.merchant_id = r.merchant_id and s.mode = r.mode
    cross join lateral (values
      ('refund_receipt', case when r.status = 'completed' and s.receipt_wallet = t.from_address
        then s.receipt_email end),
      ('refund_' || r.status, case when r.status in ('completed', 'failed') then b.email end),
      ('refund_waiting', case when r.status = 'pending' and r.origin = 'late_charge'
        then b.email end)
    ) wanted (kind, recipient)
    where r.id = ${refundId} and wanted.recipient is not null`,
  );
}
