import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { currency, mode } from "@/lib/contract/fields";
import { total } from "@/lib/contract/insight/stat-fields";
import { renewalBlocker } from "@/lib/contract/subscriptions/renewals";

const cents = z.codec(z.string().regex(/^-?[0-9]{1,100}$/), z.bigint(), {
  decode: (text) => BigInt(text),
  encode: (value) => value.toString(),
});

const count = z.number().int();

export const agentDigest = z
  .object({
    object: z.literal("agent_digest"),
    mode,
    day: z.iso.date(),
    currencies: z.array(
      z
        .object({ currency, in: total, out: total, fees: total, refunds: total })
        .meta({ id: "DigestFlow" }),
    ),
    renewals: z
      .object({
        days: count,
        complete: z.boolean(),
        currencies: z.array(
          z
            .object({
              currency,
              renewals: count,
              amount: total,
              byBlocker: z.array(
                z
                  .object({ blocker: renewalBlocker, renewals: count, amount: total })
                  .meta({ id: "DigestBlocker" }),
              ),
            })
            .meta({ id: "DigestRenewals" }),
        ),
      })
      .meta({ id: "DigestOutlook" }),
    runway: z
      .object({
        liquidCents: cents.nullable(),
        reserveCents: cents,
        isBelow: z.boolean(),
        days: count.nullable(),
      })
      .meta({ id: "DigestRunway" }),
    anomalies: z.array(
      z
        .object({
          currency,
          figure: z.enum(["in", "refunds"]),
          value: total,
          median: total,
          spread: total,
          score: z.string(),
          threshold: count,
          text: z.string(),
        })
        .meta({ id: "DigestAnomaly" }),
    ),
  })
  .meta({ id: "AgentDigest" });

export const getAgentDigest = endpoint({
  method: "GET",
  path: "/v1/agents/digest",
  tag: "Agents",
  summary: "Preview the daily digest",
  description:
    "What the digest of yesterday (UTC) says, by the settings as they are: from final blocks. It is neither mailed nor noted.",
  auth: "session",
  status: 200,
  response: agentDigest,
});
