"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { askIdentity } from "@/components/account/ask-identity";
import { problemAt, TaskProblem } from "@/components/account/task-problem";
import { useTask } from "@/components/account/use-task";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { CodeField, digitsOf } from "@/components/ui/code-field";
import { CodeLine } from "@/components/ui/code-line";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { Form } from "@/components/ui/form";
import { QrCode } from "@/components/ui/qr-code";
import { Section } from "@/components/ui/section";
import { showToast } from "@/components/ui/toast";
import type { ReceivedOutput } from "@/lib/contract/endpoint";
import type {
  confirmTotp,
  disableTotp,
  replaceRecoveryCodes,
  startTotp,
} from "@/lib/contract/identity/identity-account";
import { RecoveryCodesDialog } from "./recovery-codes-dialog";

interface EnrolDialogProps {
  totp: { secret: string; uri: string };
  onDone(recoveryCodes: readonly string[]): void;
  onClose(): void;
}

/** Shows the secret of an authenticator app, and takes the app's first code. */
function EnrolDialog({ totp, onDone, onClose }: EnrolDialogProps) {
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
      {step?.name === "enrol" && (
        <EnrolDialog totp={step.totp} onDone={showCodes} onClose={close} />
      )}
      {step?.name === "codes" && <RecoveryCodesDialog codes={step.codes} onStored={refresh} />}
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
