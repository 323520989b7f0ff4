import type { Context } from "@/lib/domain/platform/context";

/** Whether there is a plan of that id, archived or not. */
export async function planExists(
  { db }: Pick<Context, "db">,
  { planId }: { planId: string },
): Promise<boolean> {
  const found = await db`select from subscription_plans where id = ${planId}`;
  return found.length > 0;
}
