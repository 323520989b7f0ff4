"use client";

import type { FormEvent } from "react";
import { problemAt, TaskProblem } from "@/components/account/task-problem";
import { useTask } from "@/components/account/use-task";
import { Button } from "@/components/ui/button";
import { CodeField, digitsOf } from "@/components/ui/code-field";
import { CodeLine } from "@/components/ui/code-line";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { Form } from "@/components/ui/form";
import { QrCode } from "@/components/ui/qr-code";

interface Props {
  totp: { secret: string; uri: string };
  /** Enrols the app whose code it is. */
  onCode(code: string): Promise<void>;
  onClose(): void;
}

/** Shows the secret of an authenticator app, and takes the app's first code. */
export function EnrolDialog({ totp, onCode, onClose }: Props) {
  const { busy, problem, run } = useTask();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = digitsOf(String(new FormData(event.currentTarget).get("code")));
    void run(() => onCode(code));
  };
  return (
    <Dialog title="Turn on two-factor authentication" open busy={busy} onClose={onClose}>
      <Form onSubmit={submit} className="grid gap-5">
        <div className="flex flex-wrap items-center gap-4">
          <QrCode text={totp.uri} label="QR code for the authenticator app" className="size-44" />
          <p className="min-w-40 flex-1 text-pretty text-muted text-sm">
            Scan this with an authenticator app, then enter the six-digit code it shows.
          </p>
        </div>
        <div className="text-sm">
          <p className="text-muted">No camera? Enter this key in the app:</p>
          <p className="mt-1 flex items-center gap-2">
            <CodeLine text={totp.secret} />
            <CopyButton compact text={totp.secret} label="Copy the key" copied="Copied" />
          </p>
        </div>
        <TaskProblem problem={problem} fields={["code"]} />
        <CodeField name="code" label="Authenticator code" error={problemAt(problem, "code")} />
        <Button type="submit" busy={busy} className="justify-self-end">
          Turn on
        </Button>
      </Form>
    </Dialog>
  );
}
