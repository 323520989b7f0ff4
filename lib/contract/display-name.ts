import type { z } from "zod";
import { isDisplayName } from "@/lib/core/text/display-name";
import { must } from "./fields";

/** The name of a business or a person. */
export const displayName = <Schema extends z.ZodType<string>>(schema: Schema) =>
  schema.refine(isDisplayName, must("must not hold `://`, `www.` or a line break"));
