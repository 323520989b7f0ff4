"use client";

import { askIdentity } from "@/components/identity/ask-identity";
import { TaskProblem } from "@/components/identity/task-problem";
import { useTask } from "@/components/identity/use-task";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { showToast } from "@/components/ui/toast";
import type { disableTotp } from "@/lib/contract/identity-account";

/** Does without the authenticator app. */
export function TurnOffDialog({ onDone, onClose }: { onDone(): void; onClose(): void }) {
  const { busy, problem, run } = useTask();
  const turnOff = () =>
    run(async () => {
      const route = { method: "POST", path: "/api/identity/totp/disable" } as const;
      await askIdentity<typeof disableTotp>(route, {});
      showToast("Two-factor sign-in is off.");
      onDone();
    });
  return (
    <ConfirmDialog
      title="Turn off two-factor sign-in?"
      open
      action="Turn off"
      busy={busy}
      onClose={onClose}
      onConfirm={turnOff}
    >
      <p>
        Your password or your inbox alone signs in from then on. Recovery codes are good no more,
        and other browsers are signed out.
      </p>
      <TaskProblem problem={problem} />
    </ConfirmDialog>
  );
}
