"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { askIdentity } from "@/components/account/ask-identity";
import { TaskProblem } from "@/components/account/task-problem";
import { useTask } from "@/components/account/use-task";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Section } from "@/components/ui/section";
import { showToast } from "@/components/ui/toast";
import type { ReceivedOutput } from "@/lib/contract/endpoint";
import type {
  confirmTotp,
  disableTotp,
  replaceRecoveryCodes,
  startTotp,
} from "@/lib/contract/identity/identity-account";
import { EnrolDialog } from "./enrol-dialog";
import { RecoveryCodesDialog } from "./recovery-codes-dialog";

/** Does without the authenticator app. */
function TurnOffDialog({ onDone, onClose }: { onDone(): void; onClose(): void }) {
  const { busy, problem, run } = useTask();
  const turnOff = () =>
    run(async () => {
      const route = { method: "POST", path: "/api/identity/totp/disable" } as const;
      await askIdentity<typeof disableTotp>(route, {});
      showToast("Two-factor authentication is off.");
      onDone();
    });
  return (
    <ConfirmDialog
      title="Turn off two-factor authentication?"
      open
      action="Turn off"
      busy={busy}
      onClose={onClose}
      onConfirm={turnOff}
    >
      <p>
        Without a passkey, you’ll sign in with your password or an emailed code alone, and your
        recovery codes will stop working. Your other sessions will be signed out.
      </p>
      <TaskProblem problem={problem} />
    </ConfirmDialog>
  );
}

interface Props {
  onDone(codes: readonly string[]): void;
  onClose(): void;
}

/** Makes other recovery codes. */
function ReplaceCodesDialog({ onDone, onClose }: Props) {
  const { busy, problem, run } = useTask();
  const replace = () =>
    run(async () => {
      const route = { method: "POST", path: "/api/identity/recovery-codes" } as const;
      const made = await askIdentity<typeof replaceRecoveryCodes>(route, {});
      onDone(made.recoveryCodes);
    });
  return (
    <ConfirmDialog
      title="Generate new recovery codes?"
      open
      action="Generate recovery codes"
      busy={busy}
      onClose={onClose}
      onConfirm={replace}
    >
      <p>Your old codes will stop working. You’ll get ten new ones.</p>
      <TaskProblem problem={problem} />
    </ConfirmDialog>
  );
}

type Step =
  | { name: "enrol"; totp: ReceivedOutput<typeof startTotp> }
  | { name: "codes"; codes: readonly string[] }
  | { name: "replace" }
  | { name: "turn_off" };

const texts = {
  app: "Stipend asks for a code from your authenticator app at each sign-in, and before actions that move money.",
  passkey:
    "Stipend asks for a passkey at each sign-in, and before actions that move money. You can add an authenticator app as another way.",
  off: "Adds a code from an authenticator app to each sign-in, and to actions that move money. Live mode requires this or a passkey.",
};

type Factor = "passkey" | "totp";

/** The authenticator app, and the recovery codes of it and of passkeys. */
export function TwoFactorSection(props: { factors: readonly Factor[]; codesLeft: number }) {
  const { factors, codesLeft } = props;
  const hasApp = factors.includes("totp");
  const isOn = factors.length > 0;
  const [step, setStep] = useState<Step | null>(null);
  const { busy, problem, run } = useTask();
  const router = useRouter();
  const close = () => setStep(null);
  const refresh = () => {
    close();
    router.refresh();
  };
  const start = () =>
    run(async () => {
      const route = { method: "POST", path: "/api/identity/totp/start" } as const;
      const totp = await askIdentity<typeof startTotp>(route, {});
      setStep({ name: "enrol", totp });
    });
  const showCodes = (codes: readonly string[]) => setStep({ name: "codes", codes });
  const confirm = async (code: string) => {
    const route = { method: "POST", path: "/api/identity/totp/confirm" } as const;
    const confirmed = await askIdentity<typeof confirmTotp>(route, { code });
    showCodes(confirmed.recoveryCodes);
  };
  return (
    <>
      <Section
        title="Two-factor authentication"
        text={hasApp ? texts.app : isOn ? texts.passkey : texts.off}
        action={
          hasApp ? (
            <Badge tone="good">On</Badge>
          ) : (
            <Button look={isOn ? "secondary" : "primary"} busy={busy} onClick={start}>
              {isOn ? "Add an authenticator app" : "Turn on"}
            </Button>
          )
        }
      >
        {problem && <TaskProblem problem={problem} />}
        {isOn && (
          <RecoveryLine
            codesLeft={codesLeft}
            onReplace={() => setStep({ name: "replace" })}
            onTurnOff={hasApp ? () => setStep({ name: "turn_off" }) : undefined}
          />
        )}
      </Section>
      {step?.name === "enrol" && <EnrolDialog totp={step.totp} onCode={confirm} onClose={close} />}
      {step?.name === "codes" && (
        <RecoveryCodesDialog codes={step.codes} replaces={isOn} onStored={refresh} />
      )}
      {step?.name === "replace" && <ReplaceCodesDialog onDone={showCodes} onClose={close} />}
      {step?.name === "turn_off" && <TurnOffDialog onDone={refresh} onClose={close} />}
    </>
  );
}

interface RecoveryProps {
  codesLeft: number;
  onReplace(): void;
  /** Not without an authenticator app. */
  onTurnOff: (() => void) | undefined;
}

function RecoveryLine({ codesLeft, onReplace, onTurnOff }: RecoveryProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-sm">
        <span className="font-medium tabular-nums">{codesLeft}</span> of 10 recovery codes left
      </p>
      <div className="flex flex-wrap gap-3">
        <Button look="secondary" onClick={onReplace}>
          New recovery codes
        </Button>
        {onTurnOff && (
          <Button look="danger" onClick={onTurnOff}>
            Turn off
          </Button>
        )}
      </div>
    </div>
  );
}
