import { z } from "zod";
import { dayQuery } from "@/lib/contract/day-query";
import { endpoint } from "@/lib/contract/endpoint";
import {
  address,
  amount,
  currency,
  flagQuery,
  id,
  instant,
  listOf,
  mode,
  money,
  pageQuery,
} from "@/lib/contract/fields";
import { statesOf, subscriptionTransitions } from "@/lib/core/states";
import { renewalBlockers } from "@/lib/core/subscriptions/renewal-blockers";

/** What keeps a renewal from being charged, null where nothing does. */
export const renewalBlocker = z.enum(renewalBlockers).nullable().meta({
  description:
    "What keeps it from being charged as things are, null where it would be charged: `insufficient_balance`, `insufficient_allowance`, `token_paused` and `address_blocked` as charges fail for them, after what else the payer owes earlier; `subscription_paused` while nothing is collected; `unknown` where it falls due in more than seven days, a charge of the payer is under way, or no node has answered within an hour",
});

const renewal = z
  .object({
    id: z.string().meta({
      description: "Tells the renewal from others of the list",
      example: "sub_8fK2mQ0xZ7dVbN4tRj1LcW5Y:1777593600",
    }),
    object: z.literal("renewal"),
    mode,
    subscriptionId: id("subscription"),
    planId: id("plan").nullable(),
    customerId: id("customer").nullable(),
    payer: address,
    amount,
    currency,
    status: z.enum(statesOf(subscriptionTransitions)).meta({
      description: "Of the subscription: `past_due` where a charge has failed and is tried again",
    }),
    dueAt: instant.meta({
      description:
        "When it is charged: a period's beginning, or the next try of a charge that failed",
    }),
    blocker: renewalBlocker,
    missing: money.nullable().meta({
      description: "By how much balance or allowance falls short; null where neither does",
    }),
    checkedAt: instant.nullable().meta({
      description:
        "When the chain was asked what the payer holds and allows; null where it was not",
    }),
  })
  .meta({ id: "Renewal" });

export const listRenewals = endpoint({
  method: "GET",
  path: "/v1/renewals",
  tag: "Subscriptions",
  summary: "List the renewals that are ahead",
  description:
    "Charges of subscriptions that fall due within a period, each with what would keep it from being made. A payer’s balance and allowance serve its subscriptions in the order in which they fall due, those of other merchants included; what the chain says of them is at most an hour old. 400 with `range_too_long` beyond 366 days. With `blocked` a page may have fewer rows than `limit`, and others may follow.",
  auth: "merchant",
  scope: "subscriptions_read",
  query: z.strictObject({
    ...pageQuery,
    from: dayQuery.optional().meta({
      says: "The beginning, as a date (UTC) or an instant; now by default",
      example: "2026-04-01",
    }),
    to: dayQuery.optional().meta({
      says: "The end, which is not part of it, as a date (UTC) or an instant; seven days after `from` by default, 366 days after it at most",
      example: "2026-04-08",
    }),
    blocked: flagQuery.optional().meta({
      description:
        "`true`: those that would fail as things are; `false`: the others, unknown and paused ones included",
      example: "true",
    }),
  }),
  status: 200,
  response: listOf(renewal).extend({
    data: z.array(renewal).meta({ description: "The page's rows, the earliest due first" }),
  }),
});
