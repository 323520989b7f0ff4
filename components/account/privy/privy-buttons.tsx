"use client";

import { TaskProblem } from "@/components/account/task-problem";
import { useTask } from "@/components/account/use-task";
import { Button } from "@/components/ui/button";
import type { PrivyApp } from "@/lib/core/identity/privy-app";
import type { PrivyWays } from "./privy-ways";

interface Props {
  app: PrivyApp;
  ways: PrivyWays;
  returnTo: string;
  onSignedIn(): Promise<void>;
}

/** The ways in besides a code by email that the app at Privy has turned on. */
export function PrivyButtons({ app, ways, returnTo, onSignedIn }: Props) {
  const { busy, problem, run } = useTask();
  if (ways.providers.length === 0 && !ways.hasPasskeys) return null;
  const usingPasskey = async () => {
    const { signInByPasskey } = await import("./privy-ways");
    await signInByPasskey(app);
    await onSignedIn();
  };
  return (
    <section aria-label="Other ways to sign in" className="grid gap-3 border-line border-t pt-6">
      <TaskProblem problem={problem} />
      {ways.providers.map(({ id, name }) => {
        const leave = async () => {
          const { leaveForProvider } = await import("./privy-ways");
          await leaveForProvider(app, id, returnTo);
        };
        return (
          <Button key={id} look="secondary" wide blocked={busy} onClick={() => void run(leave)}>
            Continue with {name}
          </Button>
        );
      })}
      {ways.hasPasskeys && (
        <Button look="secondary" wide blocked={busy} onClick={() => void run(usingPasskey)}>
          Sign in with a passkey
        </Button>
      )}
    </section>
  );
}
