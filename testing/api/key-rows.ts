import type { Mode } from "@/lib/core/modes";
import type { Sample } from "./api-samples";
import type { ApiMerchant, ApiTarget } from "./api-target";

/** Keys that the samples name: each is for one endpoint, which may end it. */
export interface SampleKeys {
  kept: string;
  revoked: string;
  rotated: string;
  /** It was found in public, and its successor waits. */
  leaked: string;
}

export async function insertKeys(
  { db, mint }: ApiTarget,
  { id }: ApiMerchant,
  mode: Mode,
): Promise<SampleKeys> {
  const make = async () => (await mint(id, mode, ["sessions_read"])).id;
  const leaked = await make();
  await db`
    update api_keys set status = 'revoked', revoked_at = now(), revoked_reason = 'leaked'
    where id = ${leaked}`;
  const places = [{ url: "https://github.com/aurora/shop/blob/1/a.ts", source: "content" }];
  await db`insert into api_key_leaks ${db({ keyId: leaked, places: db.json(places), endedKey: true })}`;
  return { kept: await make(), revoked: await make(), rotated: await make(), leaked };
}

export function keySamples(keys: SampleKeys, mode: Mode): Record<string, Sample> {
  const own = (id: string): Sample => ({ params: { id }, owned: "id" });
  return {
    createApiKey: { body: { name: "Server", scopes: ["sessions_read"], mode } },
    listApiKeys: { query: { limit: "5" }, table: "api_keys" },
    getApiKey: own(keys.kept),
    revokeApiKey: own(keys.revoked),
    rotateApiKey: own(keys.rotated),
    revealApiKeySuccessor: own(keys.leaked),
    listApiKeyRequests: own(keys.kept),
    exportApiKeyRequests: own(keys.kept),
    listRequests: { query: { limit: "5" } },
    listRequestErrors: {},
  };
}
