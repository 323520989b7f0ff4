"use client";

import { type ReactNode, useState } from "react";
import { problemAt, TaskProblem } from "@/components/account/task-problem";
import { useTask } from "@/components/account/use-task";
import { ReasonField } from "@/components/admin/repairs/reason-field";
import type { ButtonLook } from "@/components/ui/button-look";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";

interface Props {
  title: string;
  /** What the button does, e.g. "Suspend merchant". */
  action: string;
  look?: ButtonLook;
  /** Has to be typed first, where it cannot be undone. */
  typed?: string;
  /** Does it. @param reason why, for the audit log */
  run(reason: string): Promise<void>;
  onClose(): void;
  /** The effect. */
  children: ReactNode;
}

/** Asks before a merchant is changed, and why: the audit log keeps the reason. */
export function ReasonDialog({ title, action, look, typed, run, onClose, children }: Props) {
  const [reason, setReason] = useState("");
  const { busy, problem, run: start } = useTask();
  return (
    <ConfirmDialog
      {...{ title, action, busy, onClose }}
      {...(look && { look })}
      {...(typed !== undefined && { typed })}
      open
      onConfirm={() => void start(() => run(reason.trim()))}
    >
      {children}
      <ReasonField
        value={reason}
        hint="For the audit log. The merchant doesn’t see it."
        error={problemAt(problem, "reason")}
        onChange={setReason}
      />
      <TaskProblem problem={problem} fields={["reason"]} />
    </ConfirmDialog>
  );
}
