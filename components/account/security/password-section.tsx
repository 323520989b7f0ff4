"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { askIdentity } from "@/components/account/ask-identity";
import { NewPasswordField } from "@/components/account/new-password-field";
import { problemAt, TaskProblem } from "@/components/account/task-problem";
import { useTask } from "@/components/account/use-task";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Form } from "@/components/ui/form";
import { PasswordField } from "@/components/ui/password-field";
import { Section } from "@/components/ui/section";
import { showToast } from "@/components/ui/toast";
import type { changePassword } from "@/lib/contract/identity/identity-account";

/** The account's password. */
export function PasswordSection({ hasPassword }: { hasPassword: boolean }) {
  const [open, setOpen] = useState(false);
  const { busy, problem, run, forget } = useTask();
  const router = useRouter();
  const close = () => {
    forget();
    setOpen(false);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const password = String(typed.get("password"));
    const currentPassword = hasPassword ? String(typed.get("currentPassword")) : undefined;
    const route = { method: "POST", path: "/api/identity/password" } as const;
    void run(async () => {
      await askIdentity<typeof changePassword>(route, { password, currentPassword });
      close();
      showToast("Password saved. Your other sessions are signed out.");
      router.refresh();
    });
  };
  const action = hasPassword ? "Change password" : "Set a password";
  return (
    <>
      <Section
        title="Password"
        text={
          hasPassword
            ? "Changing your password signs out your other sessions."
            : "You sign in with a code by email. You can also set a password."
        }
        action={
          <Button look="secondary" onClick={() => setOpen(true)}>
            {action}
          </Button>
        }
      />
      <Dialog title={action} open={open} busy={busy} onClose={close}>
        <Form onSubmit={submit} className="grid gap-5">
          <TaskProblem problem={problem} fields={["currentPassword", "password"]} />
          {hasPassword && (
            <PasswordField
              name="currentPassword"
              label="Current password"
              autoComplete="current-password"
              error={problemAt(problem, "currentPassword")}
            />
          )}
          <NewPasswordField error={problemAt(problem, "password")} />
          <Button type="submit" busy={busy} className="justify-self-end">
            Set password
          </Button>
        </Form>
      </Dialog>
    </>
  );
}
