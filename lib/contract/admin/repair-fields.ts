import { z } from "zod";
import { says } from "@/lib/contract/fields";

/** What every repair takes. */
export const repairBody = {
  reason: z
    .string()
    .max(500)
    .nullish()
    .meta(says("Why, for the audit log", "The list names another person")),
  dryRun: z
    .boolean()
    .default(false)
    .meta(says("Only say what would be done, and change nothing", true)),
};

export const applied = z
  .boolean()
  .meta(says("Whether it was done; false for a dry run, and if it was so already", true));

export const possible = z
  .boolean()
  .meta(says("Whether it can be done now; `consequence` says why not", true));

/** A chain, by its number (EIP-155). */
export const chainId = z.number().int().positive().max(2_147_483_647).meta({ example: 31_337 });

export const consequence = z
  .string()
  .meta(says("What the repair does", "The payment would be confirmed."));
