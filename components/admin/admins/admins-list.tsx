"use client";

import { useMemo } from "react";
import { roleNames, useAdmin } from "@/components/admin/shell/admin-context";
import type { FirstPage } from "@/components/dashboard/data/use-list";
import type { ListColumn, ListDeclaration } from "@/components/dashboard/list/list-declaration";
import { ListView } from "@/components/dashboard/list/list-view";
import { CheckIcon, ClockIcon, CrossIcon } from "@/components/ui/icons";
import { StateBadge, type StateLook } from "@/components/ui/state-badge";
import { LocalTime } from "@/components/ui/time/local-time";
import { adminRoles, hasRole } from "@/lib/core/identity/admin-roles";
import { AdminActions } from "./admin-actions";
import { type AdminUser, adminsPath } from "./admin-shapes";

const looks = {
  active: { tone: "good", word: "Active", icon: CheckIcon },
  invited: { tone: "wait", word: "Invited", icon: ClockIcon },
  suspended: { tone: "neutral", word: "Suspended", icon: CrossIcon },
} satisfies Record<string, StateLook>;

/** The state of an admin user: invited until the first sign-in. */
const stateOf = ({ status, joined }: AdminUser): keyof typeof looks =>
  status === "active" && !joined ? "invited" : status;

const columns: readonly ListColumn<AdminUser>[] = [
  {
    name: "Person",
    place: "title",
    cell: ({ name, email }) => (
      <span className="block min-w-0">
        <span className="block truncate font-medium">{name ?? email}</span>
        {name && <span className="block truncate text-muted text-xs">{email}</span>}
      </span>
    ),
  },
  { name: "Role", place: "note", cell: ({ role }) => roleNames[role] },
  { name: "State", place: "amount", cell: (admin) => <StateBadge look={looks[stateOf(admin)]} /> },
  {
    name: "Added",
    place: "more",
    cell: ({ createdAt }) => <LocalTime iso={createdAt} shape="short" locale="en" />,
  },
];

const adminsList: ListDeclaration<AdminUser> = {
  path: adminsPath,
  shown: { resource: "admin_user" },
  noun: "admins",
  columns,
  tabs: {
    name: "status",
    values: [
      { value: "active", label: "Active" },
      { value: "suspended", label: "Suspended" },
    ],
  },
  filters: [
    {
      kind: "choice",
      name: "role",
      label: "Role",
      options: adminRoles.map((value) => ({ value, label: roleNames[value] })),
    },
  ],
  hasCsv: true,
  empty: "No admins yet.",
};

/** The admin users; a super admin changes those of others. */
export function AdminsList({ first }: { first: FirstPage<AdminUser> | null }) {
  const { id: own, role } = useAdmin();
  const list = useMemo(() => {
    const change: ListColumn<AdminUser> = {
      name: "Change",
      place: "state",
      cell: (admin) =>
        admin.id === own ? (
          <span className="text-muted text-xs">You: only others change this</span>
        ) : (
          hasRole(role, "super_admin") && <AdminActions admin={admin} />
        ),
    };
    return { ...adminsList, columns: [...columns, change] };
  }, [own, role]);
  return <ListView list={list} first={first} emptyAction={null} />;
}
