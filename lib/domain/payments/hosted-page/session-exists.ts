import type { Context } from "@/lib/domain/platform/context";

/** Whether there is a session of that id, in any state. */
export async function sessionExists(
  { db }: Pick<Context, "db">,
  { sessionId }: { sessionId: string },
): Promise<boolean> {
  const found = await db`select from payment_sessions where id = ${sessionId}`;
  return found.length > 0;
}
