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
