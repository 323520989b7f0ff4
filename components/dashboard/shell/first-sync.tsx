"use client";

import { TaskProblem } from "@/components/account/task-problem";
import { useTask } from "@/components/account/use-task";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { useOnce } from "@/components/ui/use-once";
import { syncPerson } from "@/lib/client/call-as-person";

async function open(): Promise<void> {
  await syncPerson();
  window.location.reload();
}

/** Registers the signed-in user with the API if that did not happen at sign-in. */
export function FirstSync() {
  const { busy, problem, run } = useTask();
  useOnce(() => void run(open));
  if (!problem) return <Skeleton label="Your account is being set up" />;
  return (
    <div className="grid gap-4">
      <TaskProblem problem={problem} />
      <Button look="secondary" busy={busy} onClick={() => run(open)} className="justify-self-start">
        Try again
      </Button>
    </div>
  );
}
