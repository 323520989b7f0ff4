import { z } from "zod";
import { dayQuery } from "@/lib/contract/day-query";
import { says } from "@/lib/contract/fields";

/** An amount that may be nothing. A sum may be longer than a uint256. */
export const total = z
  .codec(z.string().regex(/^[0-9]{1,100}$/), z.bigint(), {
    decode: (text) => BigInt(text),
    encode: (value) => value.toString(),
  })
  .meta({ description: "Integer string in the token's smallest unit", example: "42500000" });

/** Half-open: `to` is not part of it. */
export const rangeQuery = (days: string) => ({
  from: dayQuery
    .optional()
    .meta(
      says(
        `The first day (UTC), as a date or an instant within it; by default ${days} before \`to\``,
        "2026-04-01",
      ),
    ),
  to: dayQuery
    .optional()
    .meta(
      says(
        "The day (UTC) after the last one, as a date; of an instant, its day is the last one. By default today is the last one; at most 366 days after `from`",
        "2026-05-01",
      ),
    ),
});

export const ofStatistics = {
  auth: "merchant",
  scope: "transactions_read",
  tag: "Statistics",
} as const;
export const range = { from: z.iso.date(), to: z.iso.date() };
export const count = z.number().int();

/** A decimal with four places, or null where it would be of nothing. */
export const rate = z
  .string()
  .regex(/^[0-9]+\.[0-9]{4}$/)
  .nullable();
