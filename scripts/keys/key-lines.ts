import { scopePresets } from "@/lib/core/scopes";
import type { KeySummary } from "@/lib/domain/api-keys/key-summary";
import { table } from "@/scripts/operator/table";
import { ago } from "@/scripts/operator/wording";

const HEADINGS = ["id", "key", "merchant", "scopes", "name", "created", "last used", "status"];

/** API keys as a table, a line each. */
export function keyLines(keys: readonly KeySummary[]): string[] {
  if (keys.length === 0) return ["There are no such keys."];
  return table([
    HEADINGS,
    ...keys.map((key) => [
      key.id,
      keyName(key),
      key.merchantId ?? "hosted pages",
      scopeName(key),
      key.name,
      key.createdAt.toISOString().slice(0, 16),
      ago(key.lastUsedAt),
      state(key),
    ]),
  ]);
}

/** What of a key's text may be shown; its beginning tells kind and mode. */
export const keyName = ({ prefix, last4 }: Pick<KeySummary, "prefix" | "last4">): string =>
  `${prefix}…${last4}`;

function scopeName({ kind, scopes }: KeySummary): string {
  if (kind === "publishable") return "none";
  const preset = Object.entries(scopePresets).find(
    ([, list]) => list.length === scopes.length && list.every((scope) => scopes.includes(scope)),
  );
  return preset ? preset[0] : scopes.join(",");
}

function state({ status, revokedAt, expiresAt }: KeySummary): string {
  if (status === "revoked") return `revoked ${revokedAt?.toISOString().slice(0, 16) ?? ""}`.trim();
  return expiresAt && expiresAt.getTime() <= Date.now() ? "expired" : "active";
}
