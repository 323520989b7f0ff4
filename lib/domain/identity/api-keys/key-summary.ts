import type { apiKeys } from "@/db/schema/api-keys";

const columns = [
  "id",
  "merchantId",
  "mode",
  "kind",
  "name",
  "scopes",
  "prefix",
  "last4",
  "status",
  "lastUsedAt",
  "expiresAt",
  "revokedAt",
  "createdAt",
] as const satisfies readonly (keyof typeof apiKeys.$inferSelect)[];

/** What may be shown of an API key: never the hash of its text. */
export type KeySummary = Pick<typeof apiKeys.$inferSelect, (typeof columns)[number]>;

/** The same, for a query. */
export const summaryColumns: string[] = [...columns];
