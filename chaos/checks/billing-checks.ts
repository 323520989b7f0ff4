import type { Evidence } from "./evidence";
import { groupBy, type Invariant } from "./invariant";

export const invoiceInvariants: Invariant[] = [
  {
    name: "invoices are numbered without gap or double",
    violations: ({ rows }) =>
      [...groupBy(rows.invoices, ({ merchantId, mode }) => `${merchantId} ${mode}`)].flatMap(
        ([owner, own]) => {
          const numbers = own.map(({ number }) => number);
          const isGapless = numbers.every((number, at) => number === at + 1);
          return isGapless ? [] : [`${owner}: ${numbers.join(", ")}`];
        },
      ),
  },
  {
    name: "an invoice is paid if and only if its session is, and void if and only if it is cancelled",
    violations: ({ rows, ledger }) => {
      const sessions = new Map(rows.sessions.map((row) => [row.id, row]));
      return rows.invoices.flatMap(({ id, status, sessionId }) => {
        const session = sessions.get(sessionId)?.status;
        const isPaid = session === "confirmed" || session === "refunded";
        const agrees =
          (status === "paid") === isPaid && (status === "void") === (session === "cancelled");
        const isKept = status === "void" || !ledger.voided.has(id);
        return agrees && isKept ? [] : [`${id} is ${status}, its session ${session}`];
      });
    },
  },
  {
    name: "each invoice is told of once when it is made, and once when it is paid",
    violations: ({ rows }) => {
      const byInvoice = groupBy(rows.events, ({ resourceId }) => resourceId);
      return rows.invoices.flatMap(({ id, status }) => {
        const events = byInvoice.get(id) ?? [];
        const count = (type: string) => events.filter((event) => event.type === type).length;
        const isRight =
          count("invoice.created") === 1 &&
          count("invoice.paid") === (status === "paid" ? 1 : 0) &&
          events.every(({ sequence }, at) => sequence === at + 1);
        return isRight ? [] : [`${id} is ${status}: ${events.map(({ type }) => type).join(", ")}`];
      });
    },
  },
  {
    name: "each mail of an invoice goes out once",
    violations: ({ rows }) =>
      rows.invoices.flatMap(({ id, sessionId, status }) => {
        const own = rows.mails.filter(
          ({ dedupeKey }) => dedupeKey.includes(id) || dedupeKey.includes(sessionId),
        );
        const count = (kind: string) => own.filter((mail) => mail.kind === kind).length;
        const paid = status === "paid" ? 1 : 0;
        const isRight =
          count("invoice_receipt") === paid &&
          count("invoice_paid") === paid &&
          count("invoice") <= 1;
        return isRight ? [] : [`${id} is ${status}: ${own.map(({ kind }) => kind).join(", ")}`];
      }),
  },
];

const sum = (values: readonly bigint[]): bigint =>
  values.reduce((total, value) => total + value, 0n);

/** What the contract returned, and what the books say of it, in one form. */
const written = (facts: readonly unknown[]) => facts.map(String).join(" ");

export const refundInvariants: Invariant[] = [
  {
    name: "refunds are what the contracts returned: none missing, phantom or double",
    violations: ({ rows, chain }) => {
      const payments = new Map(rows.transactions.map((row) => [row.id, row]));
      const completed = rows.refunds.filter(({ status }) => status === "completed");
      const booked = completed.map((row) =>
        written([
          payments.get(row.transactionId)?.paymentId,
          row.refundRef,
          row.amount,
          row.txHash,
        ]),
      );
      const returned = chain.refunds.map((log) =>
        written([log.paymentId, log.refundRef, log.amount, log.txHash]),
      );
      return [
        ...returned.filter((text) => !booked.includes(text)).map((text) => `missing: ${text}`),
        ...booked.filter((text) => !returned.includes(text)).map((text) => `phantom: ${text}`),
        ...(new Set(booked).size < booked.length ? ["a refund is booked twice"] : []),
      ];
    },
  },
  {
    name: "each completed refund is one confirmed transaction, and what was refunded adds up",
    violations: ({ rows, chain }) => {
      const byPayment = groupBy(chain.refunds, ({ paymentId }) => paymentId);
      const ofType = rows.transactions.filter(({ type }) => type === "refund");
      const confirmed = ofType.filter(({ status }) => status === "confirmed");
      const sessions = new Map(rows.sessions.map((row) => [row.id, row]));
      return [
        ...(confirmed.length === chain.refunds.length
          ? []
          : [`${confirmed.length} transactions of ${chain.refunds.length} refunds`]),
        ...rows.transactions.flatMap((row) => {
          if (row.type === "refund" || row.status !== "confirmed") return [];
          const logs = byPayment.get(row.paymentId ?? "") ?? [];
          const returned = sum(logs.map(({ amount }) => amount));
          const session = sessions.get(row.sessionId ?? "");
          const isRight = row.amountRefunded === returned && returned <= row.amount;
          const isToldRight =
            row.paymentException !== "none" || !session || session.amountRefunded === returned;
          const isClosed = (session?.status === "refunded") === (returned === row.amount);
          const isWhole = row.paymentException !== "none" || !session || isClosed;
          return isRight && isToldRight && isWhole
            ? []
            : [`${row.id}: ${returned} went back of ${row.amount}, booked ${row.amountRefunded}`];
        }),
      ];
    },
  },
  {
    name: "a merchant's wallet sends a refund, and its refund is completed",
    violations: ({ rows, ledger }) =>
      rows.refunds.flatMap(({ id, status }) => {
        const wasSent = ledger.sentRefunds.has(id);
        return (status === "completed") === wasSent ? [] : [`${id} is ${status}, sent: ${wasSent}`];
      }),
  },
  {
    name: "each refund is told of once when it is made, and once when it is completed",
    violations: ({ rows }) => {
      const byRefund = groupBy(rows.events, ({ resourceId }) => resourceId);
      return rows.refunds.flatMap(({ id, status }) => {
        const told = (byRefund.get(id) ?? []).map(({ type }) => type);
        const wanted = ["refund.created", ...(status === "completed" ? ["refund.completed"] : [])];
        return told.join() === wanted.join() ? [] : [`${id} is ${status}: ${told.join(", ")}`];
      });
    },
  },
  {
    name: "who is refunded, and who refunds, is mailed once",
    violations: (evidence) => mailsOfRefunds(evidence),
  },
];

function mailsOfRefunds({ rows }: Evidence): string[] {
  const own = rows.mails.filter(({ kind }) => kind === "refund_completed");
  return rows.refunds.flatMap(({ id, status }) => {
    const count = own.filter(({ dedupeKey }) => dedupeKey.includes(id)).length;
    return count === (status === "completed" ? 1 : 0) ? [] : [`${id} is ${status}: ${count} mails`];
  });
}
