import { z } from "zod";
import { applied, consequence, repairBody } from "@/lib/contract/admin/repair-fields";
import { endpoint } from "@/lib/contract/endpoint";
import { id, idParams, says } from "@/lib/contract/fields";
import { count } from "@/lib/contract/insight/stat-fields";

const locking = {
  auth: "admin",
  tag: "Admin",
  role: "admin",
  method: "POST",
  params: idParams,
  body: z.strictObject(repairBody),
  status: 201,
  response: z
    .object({
      object: z.literal("admin_sign_in_lock"),
      applied,
      consequence,
      userId: id("user").meta(says("The person", "usr_8fK2mQ0xZ7dVbN4tRj1LcW5Y")),
      locked: z.boolean().meta(says("Whether the sign-in is locked now", true)),
      sessions: count.meta(says("Sign-in sessions that are open, or were ended", 2)),
    })
    .meta({ id: "AdminSignInLock" }),
  errors: ["not_found", "session_invalid_state"],
} as const;

export const lockSignIn = endpoint({
  ...locking,
  path: "/v1/admin/users/{id}/lock",
  summary: "Lock a person's sign-in",
  description:
    "Ends the person's sign-in sessions and refuses their tokens and further sign-ins, at every merchant. API keys stay. If it is locked, nothing changes. 403 with `admin_account` for an active admin user, who is suspended first.",
});

export const unlockSignIn = endpoint({
  ...locking,
  path: "/v1/admin/users/{id}/unlock",
  summary: "Unlock a person's sign-in",
  description: "Lets the person sign in again. If it is not locked, nothing changes.",
});
