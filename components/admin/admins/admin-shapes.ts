import type { RowOf } from "@/lib/client/read-page";
import type { listAdmins } from "@/lib/contract/admin/admins";

export type AdminUser = RowOf<typeof listAdmins>;

/** The endpoint that lists them. */
export const adminsPath = "/v1/admin/admins";
