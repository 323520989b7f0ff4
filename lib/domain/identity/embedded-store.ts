import type { Db } from "@/db/client";
import type { Env } from "@/lib/adapters/env/env";
import type {
  EmbeddedIssuer,
  EmbeddedSession,
  EmbeddedStore,
} from "@/lib/adapters/identity/embedded-provider";

/** A session that is not used for so long is over. */
const idleDays = 14;
/** For so long a retired key is still published: tokens that it signed live for ten minutes. */
export const retiredHours = 24;

/** Whose access tokens our own are, and for whom. */
export const embeddedIssuer = ({ APP_URL }: Pick<Env, "APP_URL">): EmbeddedIssuer => ({
  issuer: APP_URL,
  audience: "stipend",
});

/** What has to hold of a session `s` and of its account `u`. */
export const isGoodSession = (db: Db) => db`
  s.revoked_at is null and s.expires_at > now()
    and s.last_seen_at > now() - ${idleDays} * interval '1 day' and u.status = 'active'`;

const factorsOf = (db: Db) => db`
  array_remove(array[
    case when exists (select from identity_passkeys p where p.user_id = u.id) then 'passkey' end,
    case when t.confirmed_at is not null then 'totp' end
  ], null) as factors`;

type AccountRow = NonNullable<Awaited<ReturnType<EmbeddedStore["findAccount"]>>>;

/** The tables of the embedded provider, as it reads them at each request. */
export function embeddedStore(db: Db): EmbeddedStore {
  return {
    async findKey(kid) {
      const [row] = await db<{ publicJwk: Record<string, string> }[]>`
        select public_jwk from identity_signing_keys
        where kid = ${kid} and (retired_at is null
          or retired_at > now() - ${retiredHours} * interval '1 hour')`;
      return row?.publicJwk ?? null;
    },
    async findSession(id) {
      const [row] = await db<EmbeddedSession[]>`
        select s.user_id, ${isGoodSession(db)} as good, ${factorsOf(db)}, u.password_reset_at
        from identity_sessions s join identity_users u on u.id = s.user_id
        left join identity_totp t on t.user_id = u.id
        where s.id = ${id}`;
      return row ?? null;
    },
    async findAccount(id) {
      const [row] = await db<AccountRow[]>`
        select u.email, u.created_at, u.status = 'disabled' as disabled, ${factorsOf(db)}
        from identity_users u left join identity_totp t on t.user_id = u.id
        where u.id = ${id}`;
      return row ?? null;
    },
  };
}
