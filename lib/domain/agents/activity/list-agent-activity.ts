import type { listAgentActivity as declaration } from "@/lib/contract/agents/activity";
import type { InputOf, OutputOf } from "@/lib/contract/endpoint";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { inPage, newestFirst, toPage } from "@/lib/domain/platform/pages/page";
import { type ActivityRow, viewActivity } from "./view";

/**
 * Lists what the merchant's agent did, newest first.
 * @throws Refusal `invalid_request`: a bad cursor
 */
export async function listAgentActivity(
  { db, actor }: Context<MerchantActor>,
  input: InputOf<typeof declaration>,
): Promise<OutputOf<typeof declaration>> {
  const { capability } = input;
  const listed = db<ActivityRow[]>`
    select a.* from agent_activity a
    where ${ownedBy(db, actor, "a")} and ${inPage(db, "a", input)}
      ${capability ? db`and a.capability = ${capability}` : db``}`;
  const rows = await newestFirst(db, "a", listed, input);
  return toPage(rows, input, "/v1/agents/activity", viewActivity);
}
