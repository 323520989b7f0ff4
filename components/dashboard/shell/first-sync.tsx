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

/** Makes whoever is signed in known to the API, where that did not happen as they signed in. */
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
