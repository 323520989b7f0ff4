import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { currency, id, mode, pageQuery, says } from "@/lib/contract/fields";
import { count, rangeQuery, total } from "@/lib/contract/insight/stat-fields";

const shared = { auth: "admin", tag: "Admin", role: "read_only", method: "GET" } as const;

const taken = {
  mode,
  currency,
  gross: total.meta(says("Final payments and charges, before fees and refunds")),
  fees: total.meta(says("The fees that the contracts took of them", "425000")),
  payments: count.meta(says("How many there were", 42)),
};

const ofMode = (what: string) =>
  z
    .array(z.object({ mode, count: count.meta(says(what, 7)) }).meta({ id: "AdminModeCount" }))
    .meta(says(what));

const takings = z.object(taken).meta({ id: "AdminTakings" });

export const getOverview = endpoint({
  ...shared,
  path: "/v1/admin/overview",
  summary: "Retrieve the platform's figures",
  status: 200,
  response: z
    .object({
      object: z.literal("admin_overview"),
      merchants: z
        .object({
          active: count.meta(says("Active merchants", 120)),
          suspended: count.meta(says("Suspended merchants", 1)),
          closed: count.meta(says("Closed merchants", 3)),
          new7d: count.meta(says("Merchants of the last 7 days", 4)),
          new30d: count.meta(says("Merchants of the last 30 days", 11)),
        })
        .meta({ id: "AdminMerchantCounts" })
        .meta(says("How many merchants there are")),
      volume24h: z.array(takings).meta(says("Of the last 24 hours, by mode and currency")),
      volume30d: z.array(takings).meta(says("Of the last 30 days, by mode and currency")),
      activeSubscriptions: ofMode("Subscriptions that are being charged"),
      failedRenewals24h: count.meta(
        says("Subscriptions past due whose charge failed within 24 hours", 0),
      ),
      openSubmissions: count.meta(says("Signed messages on their way to a chain", 2)),
      deliveriesFailing: count.meta(says("Enabled webhook endpoints whose deliveries fail", 0)),
      holds: count.meta(says("Payments that screening holds", 0)),
    })
    .meta({ id: "AdminOverview" }),
});

export const getPlatformVolume = endpoint({
  ...shared,
  path: "/v1/admin/analytics/volume",
  summary: "Retrieve the platform's volume on each day",
  description:
    "Final payments and charges by day (UTC), mode and currency, the oldest day first; days without any are zero. 400 with `range_too_long` beyond 366 days.",
  query: z.strictObject(rangeQuery("30 days")),
  status: 200,
  errors: ["invalid_request"],
  response: z
    .object({
      object: z.literal("admin_volume"),
      days: z
        .array(z.object({ day: z.iso.date(), ...taken }).meta({ id: "AdminDailyVolume" }))
        .meta(says("Each day, mode and currency of the range")),
    })
    .meta({ id: "AdminVolume" }),
});

export const getSignups = endpoint({
  ...shared,
  path: "/v1/admin/analytics/signups",
  summary: "Retrieve the sign-ups on each day",
  description:
    "New merchants by day (UTC), the oldest day first; days without any are zero. 400 with `range_too_long` beyond 366 days.",
  query: z.strictObject(rangeQuery("30 days")),
  status: 200,
  errors: ["invalid_request"],
  response: z
    .object({
      object: z.literal("admin_signups"),
      days: z
        .array(
          z
            .object({
              day: z.iso.date(),
              signups: count.meta(says("Merchants that were created", 4)),
              liveUnlocked: count.meta(says("Merchants that unlocked live mode", 1)),
            })
            .meta({ id: "AdminDailySignups" }),
        )
        .meta(says("Each day of the range")),
    })
    .meta({ id: "AdminSignups" }),
});

export const getTopMerchants = endpoint({
  ...shared,
  path: "/v1/admin/analytics/top-merchants",
  summary: "Retrieve the merchants with the highest volume",
  description:
    "By final payments and charges of a range, for each mode and currency by itself; by default of the last 30 days.",
  query: z.strictObject({ limit: pageQuery.limit, ...rangeQuery("30 days") }),
  status: 200,
  errors: ["invalid_request"],
  response: z
    .object({
      object: z.literal("admin_top_merchants"),
      merchants: z
        .array(
          z
            .object({
              rank: count.meta(says("The place within mode and currency, from 1", 1)),
              merchantId: id("merchant"),
              businessName: z.string(),
              ...taken,
            })
            .meta({ id: "AdminTopMerchant" }),
        )
        .meta(says("For each mode and currency, the highest volume first")),
    })
    .meta({ id: "AdminTopMerchants" }),
});

const area = z
  .object({
    status: z.enum(["ok", "warn", "fail"]).meta(says("The worst of its checks", "ok")),
    detail: z.string().nullable().meta(says("What the checks found; null if they are all ok")),
    action: z.string().nullable().meta(says("What to do; null while it is ok")),
  })
  .meta({ id: "AdminHealthArea" });

const chain = z
  .object({
    chainId: z.number().int(),
    status: z.enum(["ok", "warn", "fail"]).meta(says("`fail` while reading is halted", "ok")),
    blocksBehind: z.number().int().meta(says("Blocks that are not read yet", 0)),
    haltedReason: z.string().nullable().meta(says("Why reading is halted; null if it is not")),
    action: z.string().nullable().meta(says("What to do; null while it is ok")),
  })
  .meta({ id: "AdminChainHealth" });

export const getPlatformHealth = endpoint({
  ...shared,
  path: "/v1/admin/health",
  summary: "Retrieve the platform's health",
  description: "The checks of `/ready`, by area, with what to do.",
  status: 200,
  response: z
    .object({
      object: z.literal("admin_health"),
      status: z.enum(["ok", "warn", "fail"]).meta(says("The worst of all areas", "ok")),
      indexer: z.array(chain).meta(says("Reading of each chain")),
      chains: area.meta(says("Nodes and contracts")),
      relay: area.meta(says("Sending of transactions")),
      webhooks: area.meta(says("Events and their deliveries")),
      renewals: area.meta(says("Charges of subscriptions, refunds and reserved stock")),
      mail: area.meta(says("Emails")),
      engine: area.meta(says("Jobs, the request log and settings")),
      screening: area.meta(says("Checks against sanctions lists")),
      books: area.meta(says("Books compared with the chain")),
      figures: area.meta(says("Statistics compared nightly with a recount")),
      database: area.meta(says("The database")),
    })
    .meta({ id: "AdminHealth" }),
});
