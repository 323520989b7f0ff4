"use client";

import { TaskProblem } from "@/components/account/task-problem";
import { useTask } from "@/components/account/use-task";
import { signOut } from "@/components/dashboard/shell/sign-out";
import { Button } from "@/components/ui/button";
import type { PrivyApp } from "@/lib/core/identity/privy-app";

interface Props {
  /** Where people sign in, if not here. */
  elsewhere: PrivyApp | null;
  /** The page to come back to; by default the one that is open. */
  returnTo?: string;
  children: string;
}

/** Ends the session that is of no more use, and leads to sign-in and back. */
export function SignInAgain({ elsewhere, returnTo, children }: Props) {
  const { busy, problem, run } = useTask();
  const leave = () => {
    const back = returnTo ?? `${window.location.pathname}${window.location.search}`;
    return run(() => signOut(elsewhere, `/login?returnTo=${encodeURIComponent(back)}`));
  };
  return (
    <div className="grid gap-4">
      <TaskProblem problem={problem} />
      <Button busy={busy} onClick={() => void leave()} className="justify-self-center">
        {children}
      </Button>
    </div>
  );
}
