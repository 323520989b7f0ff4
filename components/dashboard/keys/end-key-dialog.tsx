"use client";

import { TaskProblem } from "@/components/account/task-problem";
import { useTask } from "@/components/account/use-task";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import type { Keys, NewKey, ShownKey } from "./acting-keys";

/** How a key ends: with another one in its place, or without. */
export type KeyEnd = "rotate" | "revoke";

interface Props {
  end: KeyEnd;
  shown: ShownKey;
  keys: Keys;
  onMade(made: NewKey): void;
  onRevoked(shown: ShownKey): void;
  onClose(): void;
}

const actions = { rotate: "Rotate key", revoke: "Revoke key" };

/** Asks before a key is refused from its next request on. */
export function EndKeyDialog({ end, shown, keys, onMade, onRevoked, onClose }: Props) {
  const { busy, problem, run } = useTask();
  const { id, name } = shown;
  const confirm = () =>
    run(async () => {
      if (end === "rotate") onMade(await keys.rotate(id));
      else onRevoked(await keys.revoke(id));
    });
  return (
    <ConfirmDialog
      title={end === "rotate" ? `Rotate the key “${name}”?` : `Revoke the key “${name}”?`}
      action={actions[end]}
      open
      busy={busy}
      typed={name}
      onClose={onClose}
      onConfirm={confirm}
    >
      {end === "rotate" ? (
        <p>
          You’ll get a new key with the same permissions, and this one stops working immediately. Be
          ready to put the new key on your server.
        </p>
      ) : (
        <p>
          It stops working immediately. This can’t be undone, and anything still using it stops
          working.
        </p>
      )}
      <TaskProblem problem={problem} />
    </ConfirmDialog>
  );
}
