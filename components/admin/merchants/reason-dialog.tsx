"use client";

import { type ReactNode, useState } from "react";
import { problemAt, TaskProblem } from "@/components/account/task-problem";
import { useTask } from "@/components/account/use-task";
import type { ButtonLook } from "@/components/ui/button-look";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { TextField } from "@/components/ui/text-field";

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
      <div className="text-ink">
        <TextField
          name="reason"
          label="Reason"
          hint="For the audit log. The merchant doesn’t see it."
          autoComplete="off"
          required
          maxLength={500}
          value={reason}
          wrong={reason.trim() === "" && "Say why, for the audit log."}
          error={problemAt(problem, "reason")}
          onChange={({ target }) => setReason(target.value)}
        />
      </div>
      <TaskProblem problem={problem} fields={["reason"]} />
    </ConfirmDialog>
  );
}
