import type { broadcasts } from "@/db/schema/broadcasts";
import type { listBroadcasts as declaration } from "@/lib/contract/admin/broadcasts";
import type { InputOf, OutputOf } from "@/lib/contract/endpoint";
import type { AdminActor, Context } from "@/lib/domain/platform/context";
import { inPage, newestFirst, toPage } from "@/lib/domain/platform/pages/page";

export type BroadcastRow = typeof broadcasts.$inferSelect;
type Page = OutputOf<typeof declaration>;

export const viewBroadcast = (row: BroadcastRow): Page["data"][number] => ({
  object: "broadcast",
  ...row,
});

/**
 * Lists the broadcasts of all admin users, newest first.
 * @throws Refusal `invalid_request`: a bad cursor
 */
export async function listBroadcasts(
  { db }: Context<AdminActor>,
  input: InputOf<typeof declaration>,
): Promise<Page> {
  const listed = db<BroadcastRow[]>`select b.* from broadcasts b where ${inPage(db, "b", input)}`;
  const rows = await newestFirst(db, "b", listed, input);
  return toPage(rows, input, "/v1/admin/broadcasts", viewBroadcast);
}
