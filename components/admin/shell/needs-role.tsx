"use client";

import type { ReactNode } from "react";
import { Offered } from "@/components/ui/offered";
import type { AdminRole } from "@/lib/core/identity/admin-roles";
import { useWhyNot } from "./admin-context";

/** A page's content for a role, or the reason why it is not shown. @param to e.g. "see the audit log" */
export function NeedsRole(props: { least: AdminRole; to: string; children: ReactNode }) {
  const { least, to, children } = props;
  return <Offered why={useWhyNot(least, to)}>{children}</Offered>;
}
