"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { EnrolDialog } from "@/components/account/security/enrol-dialog";
import { TaskProblem } from "@/components/account/task-problem";
import { useTask } from "@/components/account/use-task";
import { Button } from "@/components/ui/button";
import { showToast } from "@/components/ui/toast";
import { useOnce } from "@/components/ui/use-once";
import { syncPerson } from "@/lib/client/call-as-person";
import type { PrivyApp } from "@/lib/core/identity/privy-app";
import type { AppSecret, PrivyFrame } from "./privy-factors";

interface Props {
  app: PrivyApp;
  hasSecondFactor: boolean;
  onEnrolled(): void;
}

/** Enrols a second factor at Privy, and adds passkeys to sign in with. */
export function PrivyFactors({ app, hasSecondFactor, onEnrolled }: Props) {
  const { busy, problem, run } = useTask();
  const [totp, setTotp] = useState<AppSecret | null>(null);
  const [hasPasskeys, setHasPasskeys] = useState(false);
  const frame = useRef<PrivyFrame | null>(null);
  const router = useRouter();
  const close = () => {
    frame.current?.close();
    frame.current = null;
    setTotp(null);
  };
  useEffect(() => () => frame.current?.close(), []);
  const look = async () => {
    const { readWays } = await import("./privy-ways");
    setHasPasskeys((await readWays(app)).hasPasskeys);
  };
  useOnce(() => void look());
  const begin = () =>
    run(async () => {
      const { beginEnrolment, openFrame } = await import("./privy-factors");
      frame.current?.close();
      frame.current = await openFrame(app);
      setTotp(await beginEnrolment(app));
    });
  const complete = async (code: string) => {
    const { completeEnrolment } = await import("./privy-factors");
    await completeEnrolment(app, code);
    close();
    onEnrolled();
    showToast("Two-factor authentication is on.");
    // Our server reads the factors from Privy. An admin user without a merchant has nothing to sync.
    await syncPerson().catch(() => null);
    router.refresh();
  };
  const addPasskey = () =>
    run(async () => {
      const { addPrivyPasskey } = await import("./privy-factors");
      await addPrivyPasskey(app);
      showToast("Passkey added.");
    });
  return (
    <div className="mt-4 grid gap-3">
      <TaskProblem problem={problem} />
      {!hasSecondFactor && (
        <p className="text-pretty text-muted text-sm">
          Privy keeps second factors with a wallet of its own. If your account has none, an empty
          one is created; Stipend never uses it.
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {!hasSecondFactor && (
          <Button busy={busy} onClick={() => void begin()}>
            Set up authenticator app
          </Button>
        )}
        {hasPasskeys && (
          <Button look="secondary" blocked={busy} onClick={() => void addPasskey()}>
            Add passkey
          </Button>
        )}
      </div>
      {totp && <EnrolDialog totp={totp} onCode={complete} onClose={close} />}
    </div>
  );
}
