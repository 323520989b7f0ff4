"use client";

import { type FormEvent, useState } from "react";
import { problemAt, TaskProblem } from "@/components/identity/task-problem";
import { useTask } from "@/components/identity/use-task";
import { Button } from "@/components/ui/button";
import { digitsOf } from "@/components/ui/code-field";
import { Dialog } from "@/components/ui/dialog";
import { LinkButton } from "@/components/ui/link-button";
import { TextField } from "@/components/ui/text-field";
import { useOnce } from "@/components/ui/use-once";
import { forgetAccessToken } from "@/lib/client/access-token";
import type { StepUpMethod } from "@/lib/client/with-step-up";
import type { StepUpCalls } from "./step-up-calls";

interface Props {
  method: StepUpMethod;
  calls: StepUpCalls;
  onProved(): void;
  onClose(): void;
}

/** Confirms that it is still the same person: by the authenticator app, or by a code by e-mail where there is none. */
export function StepUpDialog({ method, calls, onProved, onClose }: Props) {
  const [flow, setFlow] = useState<string | undefined>();
  const { busy, problem, run } = useTask();
  const send = async () => setFlow(await calls.askForCode());
  useOnce(() => {
    if (method === "email") void run(send);
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get("code"));
    void run(async () => {
      const code = isRecoveryCode(typed) ? typed.trim() : digitsOf(typed);
      await calls.prove(code, flow);
      // The next one says that the person has authenticated just now.
      forgetAccessToken();
      onProved();
    });
  };
  const isApp = method === "totp";
  return (
    <Dialog title="Confirm it's you" open onClose={onClose}>
      <form method="post" onSubmit={submit} className="grid gap-5">
        <p className="text-pretty text-muted text-sm">
          {isApp
            ? "Enter the six digits of your authenticator app, or a recovery code."
            : "Enter the six-digit code we emailed you. It works for ten minutes."}
        </p>
        <TaskProblem problem={problem} fields={["code"]} />
        <TextField
          name="code"
          label="Code"
          autoComplete="one-time-code"
          autoCapitalize="off"
          spellCheck={false}
          inputMode={isApp ? "text" : "numeric"}
          required
          maxLength={20}
          error={problemAt(problem, "code")}
          className="font-mono"
        />
        {!isApp && <LinkButton onClick={() => run(send)}>Send a new code</LinkButton>}
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={busy} disabled={!isApp && flow === undefined}>
            Confirm
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Recovery codes have letters or more than six characters. */
const isRecoveryCode = (typed: string) => /[a-z]/i.test(typed) || typed.trim().length > 8;
