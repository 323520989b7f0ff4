import { z } from "zod";
import type { JsonObject } from "@/lib/core/text/json";

/**
 * A resource as the API sends it: amounts in digits, instants in ISO 8601, addresses with their
 * checksum; columns that the schema does not declare are left out.
 */
export function encodeAs<T extends z.ZodType>(schema: T, value: z.output<T>): JsonObject {
  return z.encode(schema, value) as JsonObject;
}
