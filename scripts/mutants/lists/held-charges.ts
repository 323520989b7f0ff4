import type { LineMutant } from "@/scripts/mutants/line-mutant";

const books = "lib/domain/subscription-books";
const test = `${books}/held-charges.test.ts`;

export const mutants: readonly LineMutant[] = [
  {
    file: `${books}/charge-transactions.ts`,
    test,
    name: "a charge is booked whoever pays it",
    from: "isHeld: !(isKnown || charge.verdict?.isClear)",
    to: "isHeld: false",
  },
  {
    file: `${books}/charge-transactions.ts`,
    test,
    name: "a charge that nobody asked about passes",
    from: "isHeld: !(isKnown || charge.verdict?.isClear)",
    to: "isHeld: charge.verdict?.isClear === false",
  },
  {
    file: `${books}/charge-transactions.ts`,
    test,
    name: "a charge that was confirmed is held up when its chain is read again",
    from: "isHeld: !(isKnown || charge.verdict?.isClear)",
    to: "isHeld: !charge.verdict?.isClear",
  },
  {
    file: `${books}/charge-transactions.ts`,
    test,
    name: "a charge that is released keeps its exception",
    from: "when transactions.confirmed_at is null then excluded.payment_exception",
    to: "when transactions.payment_exception = 'screening' then 'screening'",
  },
  {
    file: `${books}/find-final-charges.ts`,
    test,
    name: "a charge is screened under a new id each time",
    from: "id: known.get(key) ?? newId",
    to: "id: known.get(`${key} `) ?? newId",
  },
  {
    file: `${books}/release-held-charges.ts`,
    test,
    name: "a charge of a listed payer is asked about again",
    from: "and c.result in ('flagged', 'blocked')",
    to: "and c.result in ('none')",
  },
  {
    file: `${books}/release-held-charges.ts`,
    test,
    name: "a charge that a person refused is asked about again",
    from: "and not exists (select from screening_decisions d where d.resource_id = t.id)",
    to: "",
  },
  {
    file: `${books}/release-held-charges.ts`,
    test,
    name: "a held charge is booked while its chain is halted",
    from: "and k.halted_reason is null and k.doubt_since is null",
    to: "",
  },
  {
    file: "lib/domain/payments/release-held-settlements.ts",
    test,
    name: "a held charge is confirmed as a settlement",
    from: "and t.type <> 'subscription_charge'",
    to: "",
  },
  {
    file: "lib/domain/payments/decide-held-settlement.ts",
    test,
    name: "a person releases a held charge as a settlement",
    from: 'if (type === "subscription_charge") await',
    to: 'if (type === "") await',
  },
];
