import type { Db } from "@/db/client";
import { type PrivyStore, privyName } from "@/lib/adapters/identity/privy-provider";

/** What we keep of Privy's users, as the provider reads it at each request. */
export function privyStore(db: Db): PrivyStore {
  return {
    async findSession(subject, sessionId) {
      const [row] = await db<Awaited<ReturnType<PrivyStore["findSession"]>>[]>`
        select
          (select until from identity_revocations
            where provider = ${privyName} and subject = ${subject}) as revoked_until,
          (select at from identity_step_ups where provider = ${privyName}
            and session_id = ${sessionId} and subject = ${subject}) as authenticated_at`;
      return row ?? { revokedUntil: null, authenticatedAt: null };
    },
  };
}
