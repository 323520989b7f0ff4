import type { auditLog } from "@/db/schema/audit";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { MOST_STEPS, step, type TimelineStep } from "./timeline-step";

type Entry = Pick<
  typeof auditLog.$inferSelect,
  "id" | "actorKind" | "action" | "before" | "after" | "createdAt"
>;

const actors: Partial<Record<Entry["actorKind"], TimelineStep["actor"]>> = {
  key: "key",
  session: "person",
};

/** Tells what a merchant did to a payment link: created it, changed it, switched it off and on. */
export async function linkSteps(
  { db, actor }: Context<MerchantActor>,
  id: string,
): Promise<TimelineStep[]> {
  const rows = await db<Entry[]>`
    select id, actor_kind, action, before, after, created_at from audit_log
    where subject_type = 'payment_link' and subject_id = ${id} and ${ownedBy(db, actor)}
    order by created_at desc, id desc limit ${MOST_STEPS}`;
  return rows.toReversed().flatMap((row) =>
    typesOf(row).map((type) =>
      step({
        id: `${row.id}.${type}`,
        at: row.createdAt,
        type,
        actor: actors[row.actorKind] ?? "stipend",
        resourceId: id,
      }),
    ),
  );
}

/** What an entry tells: a switch and a change of something else can be made at once. */
function typesOf({ action, before, after }: Entry): TimelineStep["type"][] {
  if (action === "payment_link.create") return ["payment_link.created"];
  const changed = Object.keys(after ?? {}).filter(
    (name) => JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name]),
  );
  const isOn = after?.active === true;
  return [
    ...(changed.some((name) => name !== "active") ? (["payment_link.changed"] as const) : []),
    ...(changed.includes("active")
      ? ([isOn ? "payment_link.switched_on" : "payment_link.switched_off"] as const)
      : []),
  ];
}
