"use client";

import { useState } from "react";
import { TaskProblem } from "@/components/account/task-problem";
import { useTask } from "@/components/account/use-task";
import { roleNames } from "@/components/admin/shell/admin-context";
import { useListChanged } from "@/components/admin/shell/use-list-changed";
import { useApi } from "@/components/dashboard/shell/acting-context";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { LinkButton } from "@/components/ui/link-button";
import { showToast } from "@/components/ui/toast";
import type { changeAdminRole, changeAdminStatus } from "@/lib/contract/admin/admins";
import { type AdminUser, adminsPath } from "./admin-shapes";
import { RoleField } from "./role-field";

const roleRoute = { method: "PATCH", path: "/v1/admin/admins/{id}/role" } as const;
const statusRoute = { method: "PATCH", path: "/v1/admin/admins/{id}/status" } as const;

interface DialogProps {
  admin: AdminUser;
  onClose(): void;
}

/** Changes the role and the status of an admin user. */
export function AdminActions({ admin }: { admin: AdminUser }) {
  const [open, setOpen] = useState<"role" | "status" | null>(null);
  const { email, status } = admin;
  const verb = status === "active" ? "Suspend" : "Reactivate";
  const close = () => setOpen(null);
  return (
    <span className="flex flex-wrap justify-end gap-x-4">
      <LinkButton label={`Change role of ${email}`} onClick={() => setOpen("role")}>
        Change role
      </LinkButton>
      <LinkButton label={`${verb} ${email}`} onClick={() => setOpen("status")}>
        {verb}
      </LinkButton>
      {open === "role" && <RoleDialog admin={admin} onClose={close} />}
      {open === "status" && <StatusDialog admin={admin} onClose={close} />}
    </span>
  );
}

function RoleDialog({ admin: { id, email, role }, onClose }: DialogProps) {
  const [wanted, setWanted] = useState(role);
  const { busy, problem, run } = useTask();
  const api = useApi();
  const changed = useListChanged(adminsPath);
  const confirm = () =>
    void run(async () => {
      await api<typeof changeAdminRole>(roleRoute, { id, role: wanted });
      await changed();
      onClose();
      showToast(`${email}: ${roleNames[wanted]}.`);
    });
  return (
    <ConfirmDialog
      title={`Change the role of ${email}?`}
      action="Change role"
      look="primary"
      open
      busy={busy}
      onClose={onClose}
      onConfirm={confirm}
    >
      <p>The new role applies from the next request.</p>
      <div className="text-ink">
        <RoleField value={wanted} onChange={setWanted} />
      </div>
      <TaskProblem problem={problem} />
    </ConfirmDialog>
  );
}

function StatusDialog({ admin: { id, email, status }, onClose }: DialogProps) {
  const { busy, problem, run } = useTask();
  const api = useApi();
  const changed = useListChanged(adminsPath);
  const isActive = status === "active";
  const confirm = () =>
    void run(async () => {
      const next = isActive ? "suspended" : "active";
      await api<typeof changeAdminStatus>(statusRoute, { id, status: next });
      await changed();
      onClose();
      showToast(isActive ? `${email} suspended.` : `${email} reactivated.`);
    });
  return (
    <ConfirmDialog
      title={`${isActive ? "Suspend" : "Reactivate"} ${email}?`}
      action={isActive ? "Suspend admin" : "Reactivate admin"}
      look={isActive ? "danger" : "primary"}
      open
      busy={busy}
      onClose={onClose}
      onConfirm={confirm}
    >
      <p>
        {isActive
          ? "They are refused from the next request. The audit log keeps naming them, and you can reactivate them."
          : "They have their role again from the next request."}
      </p>
      <TaskProblem problem={problem} />
    </ConfirmDialog>
  );
}
