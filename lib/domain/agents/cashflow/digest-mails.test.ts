import { expect, test } from "vitest";
import { type DigestFacts, digestMails } from "./digest-mails";

test("a merchant without any movement is not told that more came in than went out", () => {
  const digest = {
    ...{ day: "2026-01-02", mode: "test", currencies: [], anomalies: [] },
    renewals: { days: 7, complete: true, currencies: [] },
    runway: { liquidCents: "100000", reserveCents: "100000", isBelow: false, days: null },
  };
  const facts = { businessName: "Acme", digest } as unknown as DigestFacts;
  const line = digestMails.daily.body(facts).paragraphs.at(-1);
  expect(line).toMatch(/holds about 1,000\.00 USD, which covers your reserve of 1,000\.00 USD\./);
  expect(line).toMatch(/no more went out than came in\.$/);
});
