import { Refusal } from "@/lib/core/errors";
import { type AdminRole, hasRole } from "@/lib/core/identity/admin-roles";
import type { AdminActor } from "@/lib/domain/platform/context";

/**
 * Refuses an input that takes a higher role than its endpoint does.
 * @throws Refusal `permission_denied` with `role_missing`
 */
export function requireRole({ role }: AdminActor, requiredRole: AdminRole): void {
  if (hasRole(role, requiredRole)) return;
  throw new Refusal("permission_denied", "Your role does not allow this.", {
    details: { reason: "role_missing", requiredRole },
  });
}
