import { type Db, type TransactionSql, transaction } from "@/db/client";
import type { identitySigningKeys } from "@/db/schema/identity-signing-keys";
import { newSigningKey, type SigningKey } from "@/lib/adapters/identity/sign-token";
import { type SealingKeys, seal, unseal } from "@/lib/adapters/sealing/seal";
import type { OutputOf } from "@/lib/contract/endpoint";
import type { getSigningKeys } from "@/lib/contract/webhooks/signing-keys";
import type { Context, PublicActor } from "@/lib/domain/platform/context";
import { retiredHours } from "./embedded-store";

const PURPOSE = "identity-signing-key";
/** A key signs for so long. */
const KEY_DAYS = 90;
/** The next key is published this early, so that clients that cache the list of keys have it when it takes effect. */
const NOTICE_DAYS = 1;

type Row = typeof identitySigningKeys.$inferSelect;
type Keeper = Pick<Context, "db" | "config">;

/** The key that access tokens are signed with now; the first one is made here. */
export async function activeKey(ctx: Keeper): Promise<Pick<SigningKey, "kid" | "privateKey">> {
  const found = (await findActive(ctx.db)) ?? (await makeFirst(ctx));
  return { kid: found.kid, privateKey: openSigningKey(ctx.config, found) };
}

/** A private key as it is stored. */
export const sealSigningKey = (keys: SealingKeys, kid: string, privateKey: string): string =>
  seal(keys, PURPOSE, kid, privateKey);

export const openSigningKey = (keys: SealingKeys, { kid, privateSealed }: StoredKey): string =>
  unseal(keys, PURPOSE, kid, privateSealed);

type StoredKey = Pick<Row, "kid" | "privateSealed">;

async function findActive(db: Db): Promise<StoredKey | null> {
  const [row] = await db<StoredKey[]>`
    select kid, private_sealed from identity_signing_keys where status = 'active'`;
  return row ?? null;
}

async function makeFirst({ db, config }: Keeper): Promise<StoredKey> {
  await addKey(db, config, "active");
  const found = await findActive(db);
  if (!found) throw new Error("a key is active");
  return found;
}

/** Two at once make one. */
async function addKey(db: Db, keys: SealingKeys, status: "next" | "active"): Promise<void> {
  const { kid, publicJwk, privateKey } = newSigningKey();
  await db`
    insert into identity_signing_keys (kid, public_jwk, private_sealed, status, activated_at)
    values (${kid}, ${JSON.stringify(publicJwk)}::text::jsonb, ${sealSigningKey(keys, kid, privateKey)},
      ${status}, case ${status} when 'active' then now() end)
    on conflict do nothing`;
}

/** The public keys of tokens that may still be good, and of the next ones. */
export async function publishedKeys(
  ctx: Context<PublicActor>,
): Promise<OutputOf<typeof getSigningKeys>> {
  await activeKey(ctx);
  const rows = await ctx.db<Pick<Row, "kid" | "publicJwk">[]>`
    select kid, public_jwk from identity_signing_keys
    where retired_at is null or retired_at > now() - ${retiredHours} * interval '1 hour'
    order by created_at, kid`;
  const keys = rows.map(({ kid, publicJwk: { x = "", y = "" } }) => {
    return { kid, kty: "EC", crv: "P-256", x, y, use: "sig", alg: "ES256" } as const;
  });
  return { keys };
}

/**
 * Changes the key when it has signed for 90 days: the next one is published a day ahead. Keys that were retired long ago
 * are dropped.
 * @returns what was done
 */
export async function rotateSigningKeys(ctx: Keeper): Promise<"nothing" | "announced" | "rotated"> {
  return transaction(ctx.db, async (tx) => {
    await tx`
      delete from identity_signing_keys
      where retired_at < now() - ${retiredHours} * interval '1 hour'`;
    const [active] = await tx<{ isOld: boolean }[]>`
      select activated_at <= now() - ${KEY_DAYS - NOTICE_DAYS} * interval '1 day' as is_old
      from identity_signing_keys where status = 'active' for no key update`;
    if (!active?.isOld) return "nothing";
    const [next] = await tx<{ isOld: boolean }[]>`
      select created_at <= now() - ${NOTICE_DAYS} * interval '1 day' as is_old
      from identity_signing_keys where status = 'next' for no key update`;
    if (!next) await addKey(tx, ctx.config, "next");
    if (!next) return "announced";
    return next.isOld ? replaceActive(tx) : "nothing";
  });
}

async function replaceActive(tx: TransactionSql): Promise<"rotated"> {
  await tx`
    update identity_signing_keys set status = 'retired', retired_at = now() where status = 'active'`;
  await tx`
    update identity_signing_keys set status = 'active', activated_at = now() where status = 'next'`;
  return "rotated";
}
