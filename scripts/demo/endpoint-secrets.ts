import type { Sql } from "@/db/client";
import type { SealingKeys } from "@/lib/adapters/sealing/seal";
import { openSigningSecret } from "@/lib/domain/webhook-endpoints/signing-secret";

/** The signing secrets of the webhook endpoints whose URL begins with `url`. */
export async function endpointSecrets(db: Sql, keys: SealingKeys, url: string): Promise<string[]> {
  const rows = await db<{ id: string; secretSealed: string }[]>`
    select id, secret_sealed from webhook_endpoints where starts_with(url, ${url})`;
  return rows.map((row) => openSigningSecret(keys, row));
}
