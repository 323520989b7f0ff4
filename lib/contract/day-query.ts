import { z } from "zod";
import { isStorableInstant } from "@/lib/core/storable-instant";
import { must } from "./fields";

const isDay = must("must be a date like 2026-04-27, or an ISO 8601 instant with its zone");

/** An end of a range in a query: a date, which is its midnight (UTC), or an instant. */
export const dayQuery = z
  .codec(z.union([z.iso.date(), z.iso.datetime({ offset: true })], isDay), z.date(), {
    decode: (text) => new Date(text),
    encode: (value) => value.toISOString(),
  })
  .refine(isStorableInstant, { message: "Must be of the years 0001 to 9999" })
  .meta({ example: "2026-04-01" });
