import type { listAdmins as declaration } from "@/lib/contract/admin/admins";
import type { InputOf, OutputOf } from "@/lib/contract/endpoint";
import type { AdminActor, Context } from "@/lib/domain/platform/context";
import { inPage, newestFirst, toPage } from "@/lib/domain/platform/pages/page";
import { type AdminRow, selectAdmins, viewAdmin } from "./admin-rows";

/**
 * Lists the admin users, newest first.
 * @throws Refusal `invalid_request`: a bad cursor
 */
export async function listAdmins(
  { db }: Context<AdminActor>,
  input: InputOf<typeof declaration>,
): Promise<OutputOf<typeof declaration>> {
  const listed = db<AdminRow[]>`
    select a.* from (${selectAdmins(db)}) a where ${inPage(db, "a", input)}
      ${input.role ? db`and a.role = ${input.role}` : db``}
      ${input.status ? db`and a.status = ${input.status}` : db``}`;
  const rows = await newestFirst(db, "a", listed, input);
  return toPage(rows, input, "/v1/admin/admins", viewAdmin);
}
