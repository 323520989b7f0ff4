import type { Mutant } from "./apply-mutant";

/** Mistakes of keepers, and of what follows from their charges. */
export const renewalMutants: readonly Mutant[] = [
  {
    name: "charge by app clock",
    machine: "renewals",
    caughtBy: [
      "what falls due is looked at before the next day begins",
      "no period is passed over without a recorded cause",
    ],
    edits: [
      {
        file: "lib/domain/subscriptions/charges/take-renewals.ts",
        from: "const at = dateOf(block.timestamp);",
        to: "const at = new Date();",
      },
    ],
  },
  {
    name: "period chosen outside the lock",
    machine: "renewals",
    caughtBy: ["no charge is signed for that is made already"],
    edits: [
      {
        file: "lib/domain/subscriptions/charges/renewal-call.ts",
        from: "join subscriptions s on s.id = c.id and s.attempt_at = c.lease and s.charges_made = c.charges",
        to: "join subscriptions s on s.id = c.id",
      },
      {
        // The longer it takes from the choice to the lock, the more of those who are suspended are in between.
        file: "lib/domain/subscriptions/charges/renewal-call.ts",
        from: "const kept = await withoutRefused(ctx, batch, from);",
        to: `const kept = await withoutRefused(ctx, batch, from);
      await new Promise((resolve) => setTimeout(resolve, 1_500));`,
      },
      {
        // Another keeper takes it as soon as the next block, and not a minute later.
        file: "lib/domain/subscriptions/charges/claim-renewals.ts",
        from: "const LEASE_SECONDS = 60;",
        to: "const LEASE_SECONDS = 1;",
      },
      {
        file: "lib/domain/subscriptions/charges/renewal-call.ts",
        from: "where o.payer = s.payer and o.deployment_id = s.deployment_id",
        to: "where false",
      },
      {
        file: "lib/domain/subscriptions/charges/due-renewals.ts",
        from: "select from subscription_renewals r where r.subscription_id = s.id and r.open::int = 1",
        to: "select from subscription_renewals r where false",
      },
      {
        // Nor is the wallet's lease, which would keep the one that was overtaken from signing.
        file: "lib/domain/wallets/nonces/sign-call.ts",
        from: ` and fence = \${lease.fence}`,
        to: "",
      },
    ],
    statements: ["drop index subscription_renewals_open"],
  },
  {
    name: "mail before commit",
    machine: "renewals",
    caughtBy: ["each charge is told of once, and mailed once"],
    edits: [
      {
        file: "lib/domain/subscriptions/charges/renewal-call.ts",
        from: 'import { tellTry } from "./tell-try";',
        to: `import { tellTry } from "./tell-try";
import { readSubscription } from "../subscription-rows";
import { tellSubscription } from "../tell-subscription";`,
      },
      {
        file: "lib/domain/subscriptions/charges/renewal-call.ts",
        from: `    if (claimed.status === "past_due")
      await noteTry(`,
        to: `    await tellSubscription(tx, "subscription.charged", await readSubscription(tx, claimed.id));
    if (claimed.status === "past_due")
      await noteTry(`,
      },
    ],
  },
  {
    name: "retry after cancel",
    machine: "renewals",
    caughtBy: ["what is charged after a cancel was named in it, and is flagged"],
    edits: [
      {
        file: "lib/domain/subscriptions/cancel-subscription.ts",
        from: "next_charge_at = null, attempt_at = null, past_due_since",
        to: "past_due_since",
      },
      {
        file: "lib/domain/subscriptions/charges/renewal-call.ts",
        from: "and s.status in ('trialing', 'active', 'past_due')",
        to: "",
      },
      {
        // Nor is what was signed left unsent.
        file: "lib/domain/subscriptions/charges/renewal-slots.ts",
        from: "and s.status in ('trialing', 'active', 'past_due')",
        to: "",
      },
    ],
    statements: ["alter table subscriptions drop constraint subscriptions_attempt"],
  },
];
