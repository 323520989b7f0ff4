import type { Db } from "@/db/client";
import type { VerifiedToken } from "@/lib/adapters/identity/identity-provider";
import { Refusal } from "@/lib/core/errors";

const IDLE_MINUTES = 30;
const WHOLE_HOURS = 12;
/** How exactly the last call of a session is kept. */
const NOTED_SECONDS = 60;

interface Standing {
  isOver: boolean;
  isNoted: boolean;
}

/**
 * Notes a call of an admin user's sign-in session. It is good until 30 minutes pass without a call, and for 12 hours
 * since its person last authenticated as it was first seen.
 * @throws Refusal `authentication_error` with `admin_session_over`
 */
export async function keepAdminSession(
  db: Db,
  { id }: { readonly id: string },
  { sessionId, authenticatedAt }: Pick<VerifiedToken, "sessionId" | "authenticatedAt">,
): Promise<void> {
  const [standing] = await db<Standing[]>`
    select
      coalesce(s.started_at, ${authenticatedAt}::timestamptz, now())
        <= now() - ${WHOLE_HOURS} * interval '1 hour' as is_over,
      coalesce(s.last_call_at > now() - ${NOTED_SECONDS} * interval '1 second', false) as is_noted
    from (select) one
    left join admin_sessions s on s.admin_id = ${id} and s.session_id = ${sessionId}`;
  if (!standing || standing.isOver) throw over();
  if (standing.isNoted) return;
  const { count } = await db`
    insert into admin_sessions (admin_id, session_id, started_at)
    values (${id}, ${sessionId}, coalesce(${authenticatedAt}::timestamptz, now()))
    on conflict (admin_id, session_id) do update set last_call_at = now()
    where admin_sessions.last_call_at > now() - ${IDLE_MINUTES} * interval '1 minute'`;
  if (count === 0) throw over();
}

const over = () =>
  new Refusal("authentication_error", "Your admin session has ended. Sign in again.", {
    details: { reason: "admin_session_over" },
  });
