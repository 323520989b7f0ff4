"use client";

import { createContext, type ReactNode, useContext } from "react";
import { type AdminRole, hasRole } from "@/lib/core/identity/admin-roles";

/** The admin user who is signed in. */
export interface ActingAdmin {
  readonly id: string;
  readonly role: AdminRole;
}

const context = createContext<ActingAdmin>({ id: "", role: "read_only" });

/** Tells the pages below who is signed in. */
export function AdminProvider({ admin, children }: { admin: ActingAdmin; children: ReactNode }) {
  return <context.Provider value={admin}>{children}</context.Provider>;
}

/** The admin user who is signed in, as of the page's load: the API reads the role at each request. */
export const useAdmin = (): ActingAdmin => useContext(context);

/** A role as people read it. */
export const roleNames: Readonly<Record<AdminRole, string>> = {
  super_admin: "Super admin",
  admin: "Admin",
  read_only: "Read only",
};

/** Why the signed-in admin user may not do something; null where the role allows it. @param to e.g. "close a merchant" */
export function useWhyNot(least: AdminRole, to: string): string | null {
  const { role } = useAdmin();
  if (hasRole(role, least)) return null;
  const who = least === "super_admin" ? "Only a super admin" : "Only an admin or a super admin";
  return `${who} can ${to}. Your role is ${roleNames[role].toLowerCase()}.`;
}
