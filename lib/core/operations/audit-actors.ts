/** Who an entry of the audit log may be by. */
export const auditActors = ["operator", "admin", "system", "key", "session"] as const;
