import { z } from "zod";
import { must } from "@/lib/contract/fields";
import { timeZoneNamed } from "@/lib/core/time/time-zone";

const isTimeZone = must("must be a time zone of the IANA database, like Europe/Berlin");

/** A time zone in any case; its proper name is kept. */
export const timeZone = z
  .codec(
    z.string(isTimeZone).refine((text) => timeZoneNamed(text) !== null, isTimeZone),
    z.string(),
    { decode: (text) => timeZoneNamed(text) ?? text, encode: (text) => text },
  )
  .meta({ example: "Europe/Berlin" });
