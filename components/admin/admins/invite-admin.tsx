"use client";

import { useState } from "react";
import { problemAt, TaskProblem } from "@/components/account/task-problem";
import { useTask } from "@/components/account/use-task";
import { useWhyNot } from "@/components/admin/shell/admin-context";
import { useListChanged } from "@/components/admin/shell/use-list-changed";
import { useApi } from "@/components/dashboard/shell/acting-context";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Form } from "@/components/ui/form";
import { TextField } from "@/components/ui/text-field";
import { showToast } from "@/components/ui/toast";
import type { inviteAdmin } from "@/lib/contract/admin/admins";
import type { AdminRole } from "@/lib/core/identity/admin-roles";
import { adminsPath } from "./admin-shapes";
import { RoleField } from "./role-field";

const route = { method: "POST", path: adminsPath } as const;

/** Invites a person; not shown to a role that may not. */
export function InviteAdmin() {
  const [open, setOpen] = useState(false);
  if (useWhyNot("super_admin", "invite admins") !== null) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>Invite admin</Button>
      {open && <InviteDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function InviteDialog({ onClose }: { onClose(): void }) {
  const [email, setEmail] = useState("");
  const [name, setName] = useState("");
  const [role, setRole] = useState<AdminRole>("read_only");
  const { busy, problem, run } = useTask();
  const api = useApi();
  const changed = useListChanged(adminsPath);
  const submit = () =>
    void run(async () => {
      const invited = { email: email.trim(), role, name: name.trim() || null };
      await api<typeof inviteAdmin>(route, invited);
      await changed();
      onClose();
      showToast(`Invitation sent to ${invited.email}.`);
    });
  return (
    <Dialog title="Invite an admin" open busy={busy} onClose={onClose}>
      <Form onSubmit={submit} className="grid gap-5">
        <p className="text-pretty text-muted text-sm">
          They become an admin user when they sign in with this address and two-factor
          authentication.
        </p>
        <TaskProblem problem={problem} fields={["email", "name"]} />
        <TextField
          name="email"
          type="email"
          label="E-mail"
          autoComplete="off"
          required
          maxLength={320}
          value={email}
          error={problemAt(problem, "email")}
          onChange={({ target }) => setEmail(target.value)}
        />
        <TextField
          name="name"
          label="Name (optional)"
          autoComplete="off"
          maxLength={120}
          value={name}
          error={problemAt(problem, "name")}
          onChange={({ target }) => setName(target.value)}
        />
        <RoleField value={role} onChange={setRole} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="secondary" blocked={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={busy}>
            Send invitation
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
