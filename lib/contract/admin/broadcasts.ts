import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { id, idInput, instant, listOf, pageQuery, says } from "@/lib/contract/fields";
import { count } from "@/lib/contract/insight/stat-fields";
import { audiences } from "@/lib/core/operations/broadcast-kinds";

const shared = { auth: "admin", tag: "Admin", path: "/v1/admin/broadcasts" } as const;
const title = z.string().trim().min(4).max(160);
const body = z.string().trim().min(4).max(4_000);
const audience = z.enum(audiences);
const text = says(
  "Plain text; addresses of websites are clickable",
  "Maintenance on Sunday at 06:00 UTC.",
);

const broadcast = z
  .object({
    id: id("broadcast"),
    object: z.literal("broadcast"),
    title: z.string().meta(says("The title", "Planned maintenance")),
    body: z.string().meta(text),
    audience: audience.meta(says("`all` active merchants, or one merchant", "all")),
    merchantId: z.string().nullable().meta(says("The merchant; null for `all`")),
    createdBy: z.string().meta(says("The admin user who sent it", "adm_8fK2mQ0xZ7dVbN4tRj1LcW5Y")),
    recipients: count.meta(says("Merchants that have it so far", 5_000)),
    delivered: count.meta(says("Emails that a mail server has taken", 4_998)),
    failed: count.meta(says("Emails that could not be sent", 2)),
    sentAt: instant.nullable().meta(says("When the last merchant had it; null before")),
    createdAt: instant,
  })
  .meta({ id: "Broadcast" });

export const createBroadcast = endpoint({
  ...shared,
  method: "POST",
  summary: "Send a message to merchants",
  description:
    "A notification in the dashboard and an email for each merchant, once. `all` is sent to every active merchant and takes a super admin; `merchant` needs `merchantId`, which `all` refuses.",
  role: "admin",
  higherRole: {
    role: "super_admin",
    when: ({ audience: wanted }: { audience: string }) => wanted === "all",
  },
  body: z.strictObject({
    title: title.meta(says("The title, in one line", "Planned maintenance")),
    body: body.meta(text),
    audience: audience.default("all").meta(says("`all` active merchants, or one merchant", "all")),
    merchantId: idInput("merchant").nullish().meta(says("The merchant, for `merchant` alone")),
  }),
  status: 201,
  response: broadcast,
  errors: ["invalid_request", "not_found"],
});

export const listBroadcasts = endpoint({
  ...shared,
  method: "GET",
  summary: "List broadcasts",
  role: "read_only",
  query: z.strictObject(pageQuery),
  status: 200,
  response: listOf(broadcast),
});
