"use client";

import type { FormEvent } from "react";
import { askIdentity } from "@/components/identity/ask-identity";
import { problemAt, TaskProblem } from "@/components/identity/task-problem";
import { useTask } from "@/components/identity/use-task";
import { Button } from "@/components/ui/button";
import { CodeField, digitsOf } from "@/components/ui/code-field";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { QrCode } from "@/components/ui/qr-code";
import type { confirmTotp } from "@/lib/contract/identity-account";

interface Props {
  totp: { secret: string; uri: string };
  onDone(recoveryCodes: readonly string[]): void;
  onClose(): void;
}

/** Shows the secret of an authenticator app, and takes the app's first code. */
export function EnrolDialog({ totp, onDone, onClose }: Props) {
  const { busy, problem, run } = useTask();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = digitsOf(String(new FormData(event.currentTarget).get("code")));
    const route = { method: "POST", path: "/api/identity/totp/confirm" } as const;
    void run(async () => {
      const confirmed = await askIdentity<typeof confirmTotp>(route, { code });
      onDone(confirmed.recoveryCodes);
    });
  };
  return (
    <Dialog title="Turn on two-factor sign-in" open busy={busy} onClose={onClose}>
      <form method="post" onSubmit={submit} className="grid gap-5">
        <div className="flex flex-wrap items-center gap-4">
          <QrCode text={totp.uri} label="QR code for the authenticator app" className="size-44" />
          <p className="min-w-40 flex-1 text-pretty text-muted text-sm">
            Scan this with an authenticator app, then type the six digits that it shows.
          </p>
        </div>
        <div className="text-sm">
          <p className="text-muted">No camera? Type this key into the app:</p>
          <p className="mt-1 flex items-center gap-2">
            <code className="min-w-0 break-all font-mono">{totp.secret}</code>
            <CopyButton compact text={totp.secret} label="Copy the key" copied="Copied" />
          </p>
        </div>
        <TaskProblem problem={problem} fields={["code"]} />
        <CodeField name="code" label="Code of the app" error={problemAt(problem, "code")} />
        <Button type="submit" busy={busy} className="justify-self-end">
          Turn on
        </Button>
      </form>
    </Dialog>
  );
}
