import type { LineMutant } from "@/scripts/mutants/line-mutant";

const reminders = "lib/domain/subscriptions/reminders";
const reminded = `${reminders}/remind-payers.test.ts`;
const times = "lib/core/reminder-times.ts";
const timesTest = "lib/core/reminder-times.test.ts";

const ofReminders = (name: string, file: string, from: string, to: string, match: string) => ({
  ...{ name, file: `${reminders}/${file}`, from, to, match },
  test: reminded,
});

export const mutants: readonly LineMutant[] = [
  ofReminders(
    "an event takes a reminder away that is due",
    "schedule-reminders.ts",
    "      where r.about <> excluded.about`",
    "`",
    "takes no reminder away",
  ),
  ofReminders(
    "reminders of what has ended stay",
    "remind-payers.ts",
    "r.kind = n.kind and n.about is null`",
    "r.kind = n.kind and false`",
    "has ended",
  ),
  ofReminders(
    "a paused payer is reminded",
    "remind-payers.ts",
    "if (pausedAt !== null) return { ...next, remindAt: new Date(now.getTime() + DAY_MS) };",
    "",
    "one that is paused",
  ),
  ofReminders(
    "what is paused at its reminder is never told of",
    "remind-payers.ts",
    "if (pausedAt !== null) return { ...next, remindAt: new Date(now.getTime() + DAY_MS) };",
    "if (pausedAt !== null) return next;",
    "one that is paused",
  ),
  ofReminders(
    "who renewed is told of the end",
    "remind-payers.ts",
    "if (!item || succeeded)",
    "if (!item)",
    "renewed",
  ),
  ofReminders(
    "any further subscription counts as a renewal",
    "has-successor.ts",
    " and n.start_at >= s.end_at",
    "",
    "renewed",
  ),
  ofReminders(
    "a plan of so many charges is told to end",
    "agenda.ts",
    "if (maxCycles !== null) return null;",
    "",
    "so many charges",
  ),
  ofReminders(
    "an end that comes sooner is not told of",
    "schedule-reminders.ts",
    "row.nextChargeAt === null && dueLead",
    "false && dueLead",
    "comes sooner",
  ),
  ofReminders(
    "a node that does not answer counts as enough money",
    "remind-payers.ts",
    "if (shortfall === undefined) return { ...next, remindAt: new Date(now.getTime() + LATER_MS) };",
    "if (shortfall === undefined) return next;",
    "no node answers",
  ),
  ofReminders(
    "each of a payer's subscriptions counts on the whole balance",
    "read-shortfalls.ts",
    "      and o.next_charge_at <= s.next_charge_at",
    "      and o.id = s.id",
    "one balance",
  ),
  ofReminders(
    "a balance is asked for charges that fall due later",
    "read-shortfalls.ts",
    "      and o.next_charge_at <= s.next_charge_at",
    "",
    "one balance",
  ),
  ofReminders(
    "a balance is asked for paused charges",
    "read-shortfalls.ts",
    " and o.paused_at is null",
    "",
    "one balance",
  ),
  {
    name: "what is missing leaves out what falls due before",
    file: "lib/domain/renewals/predict-blockers.ts",
    from: ' || predictions.get(charge.id) === "pays")',
    to: ")",
    test: "lib/domain/renewals/missing-amount.test.ts",
    match: "those before it",
  },
  {
    name: "the mail of a failure does not say what is missing",
    file: "lib/domain/renewals/fail-renewal.ts",
    from: '"subscription.charge_failed", told, { missing });',
    to: '"subscription.charge_failed", told);',
    test: "lib/domain/renewals/missing-amount.test.ts",
    match: "how much was missing",
  },
  {
    name: "reminders that nobody makes are not woken",
    file: "lib/domain/outbox/reconcile.ts",
    from: "  payerReminders: wakes.payerReminders,",
    to: "  payerReminders: wakes.invoiceReminders,",
    test: reminded,
    match: "more than one page",
  },
  {
    name: "a reminder comes when what it is about has come",
    file: times,
    from: "if (now >= about) return null;",
    to: "",
    test: timesTest,
  },
  {
    name: "a reminder that was missed is told beside the next one",
    file: times,
    from: "leads.findLast(",
    to: "leads.find(",
    test: timesTest,
  },
  {
    name: "weekly charges are told of",
    file: times,
    from: "return intervalSeconds >= MONTH ? [3] : [];",
    to: "return [3];",
    test: timesTest,
  },
];
