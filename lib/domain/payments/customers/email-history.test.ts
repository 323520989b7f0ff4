import fc from "fast-check";
import { expect, test } from "vitest";
import type { EmailSeen } from "@/db/schema/customers";
import { addEmail, maxCheckoutEmails, maxEmails } from "./email-history";

const entry = fc.record({
  email: fc.nat(40).map((n) => `payer${n}@example.com`),
  seenAt: fc.nat(1_000_000).map((n) => new Date(n * 1000).toISOString()),
  source: fc.constantFrom<EmailSeen["source"]>("merchant", "checkout", "payment"),
});
const fold = (entries: EmailSeen[]) => entries.reduce<EmailSeen[]>(addEmail, []);
const typed = (entries: EmailSeen[]) => entries.filter(({ source }) => source === "checkout");
const trusted = (entries: EmailSeen[]) => entries.filter(({ source }) => source !== "checkout");

test("at most 20 are kept and 5 of them from the checkout, newest last, none twice", () => {
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 80 }), (entries) => {
      const history = fold(entries);
      expect(history.length).toBeLessThanOrEqual(maxEmails);
      expect(typed(history).length).toBeLessThanOrEqual(maxCheckoutEmails);
      const keys = history.map(({ email, source }) => `${source} ${email}`);
      expect(new Set(keys).size).toBe(keys.length);
      const order = history.map((kept) => entries.lastIndexOf(kept));
      expect(order).toEqual(order.toSorted((one, other) => one - other));
    }),
  );
});

test("the checkout pushes out nothing that the merchant said or a payment proved", () => {
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 60 }), fc.array(entry), (before, after) => {
      const history = fold(before);
      const attacked = typed(after).reduce(addEmail, history);
      expect(trusted(attacked)).toEqual(trusted(history));
    }),
  );
});

test("an e-mail seen again moves to the end with its new time", () => {
  const seen = (email: string, seenAt: string): EmailSeen => ({
    email,
    seenAt,
    source: "merchant",
  });
  const history = fold([seen("a@example.com", "1"), seen("b@example.com", "2")]);
  expect(addEmail(history, seen("A@example.com", "3"))).toEqual([
    seen("b@example.com", "2"),
    seen("A@example.com", "3"),
  ]);
});

test("the newest from the checkout is kept while there is room for it", () => {
  const checkout = (n: number): EmailSeen => ({
    email: `payer${n}@example.com`,
    seenAt: String(n),
    source: "checkout",
  });
  const history = fold(Array.from({ length: 9 }, (_, n) => checkout(n)));
  expect(history).toEqual([4, 5, 6, 7, 8].map(checkout));
});
