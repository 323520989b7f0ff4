import type { Db } from "@/db/client";
import { pepperId } from "@/lib/adapters/api-keys/key-hash";
import type { Env } from "@/lib/adapters/env/env";
import { keyName } from "@/lib/adapters/sealing/seal";

/** A secret that rows are stored or sealed under. */
export type RotatedSecret = "API_KEY_PEPPER" | "STIPEND_SECRET_KEY";

/** Rows that need a secret which is not the current one. */
export interface SecretUse {
  readonly secret: RotatedSecret;
  /** The secret's id, 8 hex digits; null of rows whose pepper no process has noted yet. */
  readonly id: string | null;
  readonly rows: "API keys" | "mailed codes" | "recovery codes" | SealedRows;
  readonly count: number;
}

type SealedRows =
  | "webhook secrets"
  | "webhook headers"
  | "authenticator apps"
  | "signing keys"
  | "stored answers";
type Config = Pick<Env, "API_KEY_PEPPER" | "STIPEND_SECRET_KEY">;
type UseCount = Pick<SecretUse, "id" | "count">;

/** Beyond it the rows under one pepper are not counted: a number that large says enough. */
const MOST_COUNTED = 10_000;

/** What can still be used and needs another secret than the current ones. Each other id that is named is found, of many answers by samples. */
export async function readSecretUses(db: Db, config: Config): Promise<SecretUse[]> {
  const pepper = pepperId(config.API_KEY_PEPPER);
  const key = keyName(config.STIPEND_SECRET_KEY);
  const secret = "API_KEY_PEPPER";
  const keys = await readKeys(db, pepper);
  const mailed = await readMailedCodes(db, pepper);
  const recovery = await readRecoveryCodes(db, pepper);
  return [
    ...keys.map((row) => ({ ...row, secret, rows: "API keys" }) as const),
    ...mailed.map((row) => ({ ...row, secret, rows: "mailed codes" }) as const),
    ...recovery.map((row) => ({ ...row, secret, rows: "recovery codes" }) as const),
    ...(await readSealed(db, key)),
    ...(await readAnswers(db, key)),
  ];
}

/** The ids are read off the index one by one, so that many rows under the current pepper cost nothing. */
function readKeys(db: Db, current: string): Promise<UseCount[]> {
  return db<UseCount[]>`
    with recursive ids as (
      (select min(pepper_id) as id from api_keys where status = 'active')
      union all
      select (select min(pepper_id) from api_keys where status = 'active' and pepper_id > ids.id)
      from ids where ids.id is not null
    )
    select ids.id, counted.count from ids cross join lateral (
      select count(*)::int from (
        select from api_keys
        where status = 'active' and (expires_at is null or expires_at > clock_now())
          and (pepper_id = ids.id or ids.id is null and pepper_id is null)
        limit ${MOST_COUNTED}
      ) usable
    ) counted
    where counted.count > 0 and ids.id is distinct from ${current}`;
}

function readMailedCodes(db: Db, current: string): Promise<UseCount[]> {
  return db<UseCount[]>`
    select pepper_id as id, count(*)::int from identity_codes
    where expires_at > now() and used_at is null and pepper_id is distinct from ${current}
    group by pepper_id`;
}

function readRecoveryCodes(db: Db, current: string): Promise<UseCount[]> {
  return db<UseCount[]>`
    with recursive ids as (
      (select min(pepper_id) as id from identity_recovery_codes where used_at is null)
      union all
      select (select min(pepper_id) from identity_recovery_codes
        where used_at is null and pepper_id > ids.id)
      from ids where ids.id is not null
    )
    select ids.id, counted.count from ids cross join lateral (
      select count(*)::int from (
        select from identity_recovery_codes
        where used_at is null and (pepper_id = ids.id or ids.id is null and pepper_id is null)
        limit ${MOST_COUNTED}
      ) unused
    ) counted
    where counted.count > 0 and ids.id is distinct from ${current}`;
}

/** Disabled endpoints are not counted: their secrets may be replaced before they are enabled. */
function readSealed(db: Db, current: string): Promise<SecretUse[]> {
  return db<SecretUse[]>`
    select 'STIPEND_SECRET_KEY' as secret, rows, id, count(*)::int from (
      select 'webhook secrets' as rows, split_part(secret_sealed, '.', 2) as id
      from webhook_endpoints where status = 'enabled'
      union all
      select 'webhook headers', split_part(headers_sealed, '.', 2) from webhook_endpoints
      where status = 'enabled' and headers_sealed is not null
      union all
      select 'authenticator apps', split_part(secret_sealed, '.', 2) from identity_totp
      union all
      select 'signing keys', split_part(private_sealed, '.', 2) from identity_signing_keys
    ) sealed
    where id <> ${current} group by rows, id`;
}

/** The oldest stored answers that are all looked at, and the moments at which later ones are. */
const OLDEST_ANSWERS = 10_000;
const MOMENTS = 1_000;

/**
 * Answers name their keys in themselves, and no index has the names: of many answers the oldest are looked at, and one
 * at each of many moments since. While a key is rotated, answers under either come side by side.
 */
function readAnswers(db: Db, current: string): Promise<SecretUse[]> {
  return db<SecretUse[]>`
    with recursive span as (
      select (max(created_at) - min(created_at)) / ${MOMENTS}::int as step from idempotency_keys
    ), moments as (
      (select created_at, answer from idempotency_keys order by created_at limit 1)
      union all
      select later.created_at, later.answer from moments cross join lateral (
        select created_at, answer from idempotency_keys
        where created_at > moments.created_at + (select step from span)
        order by created_at limit 1
      ) later
    ), looked as (
      (select answer from idempotency_keys order by created_at limit ${OLDEST_ANSWERS})
      union all
      select answer from moments
    ), ids as (
      select distinct encode(substring(answer from 2 for 4), 'hex') as id from looked
    )
    select 'STIPEND_SECRET_KEY' as secret, 'stored answers' as rows, id, 1 as count from ids
    where id <> ${current}`;
}
