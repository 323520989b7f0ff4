"use client";

import { askIdentity } from "@/components/identity/ask-identity";
import { TaskProblem } from "@/components/identity/task-problem";
import { useTask } from "@/components/identity/use-task";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import type { replaceRecoveryCodes } from "@/lib/contract/identity-account";

interface Props {
  onDone(codes: readonly string[]): void;
  onClose(): void;
}

/** Makes other recovery codes. */
export function ReplaceCodesDialog({ onDone, onClose }: Props) {
  const { busy, problem, run } = useTask();
  const replace = () =>
    run(async () => {
      const route = { method: "POST", path: "/api/identity/recovery-codes" } as const;
      const made = await askIdentity<typeof replaceRecoveryCodes>(route, {});
      onDone(made.recoveryCodes);
    });
  return (
    <ConfirmDialog
      title="Make new recovery codes?"
      open
      action="Make new codes"
      busy={busy}
      onClose={onClose}
      onConfirm={replace}
    >
      <p>The codes that you have stored are good no more. Ten new ones take their place.</p>
      <TaskProblem problem={problem} />
    </ConfirmDialog>
  );
}
