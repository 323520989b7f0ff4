/** What an admin user may do, the least first: each may do what those before it may. */
export const adminRoles = ["read_only", "admin", "super_admin"] as const;
export type AdminRole = (typeof adminRoles)[number];

/**
 * Whether a role may do what needs another at the least.
 * @example
 * hasRole("admin", "read_only") // true
 */
export function hasRole(role: AdminRole, least: AdminRole): boolean {
  return adminRoles.indexOf(role) >= adminRoles.indexOf(least);
}

/** A suspended admin user may do nothing. */
export const adminStatuses = ["active", "suspended"] as const;
