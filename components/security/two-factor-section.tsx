"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { askIdentity } from "@/components/identity/ask-identity";
import { TaskProblem } from "@/components/identity/task-problem";
import { useTask } from "@/components/identity/use-task";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Section } from "@/components/ui/section";
import type { ReceivedOutput } from "@/lib/contract/endpoint";
import type { startTotp } from "@/lib/contract/identity-account";
import { EnrolDialog } from "./enrol-dialog";
import { RecoveryCodesDialog } from "./recovery-codes-dialog";
import { ReplaceCodesDialog } from "./replace-codes-dialog";
import { TurnOffDialog } from "./turn-off-dialog";

type Step =
  | { name: "enrol"; totp: ReceivedOutput<typeof startTotp> }
  | { name: "codes"; codes: readonly string[] }
  | { name: "replace" }
  | { name: "turn_off" };

const texts = {
  on: "Your authenticator app is asked for at each sign-in, and before what moves money.",
  off: "An authenticator app is asked for at each sign-in, and before what moves money. Live mode needs it.",
};

/** The authenticator app and its recovery codes. */
export function TwoFactorSection({ isOn, codesLeft }: { isOn: boolean; codesLeft: number }) {
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
        title="Two-factor sign-in"
        text={isOn ? texts.on : texts.off}
        action={
          isOn ? (
            <Badge tone="good">On</Badge>
          ) : (
            <Button busy={busy} onClick={start}>
              Turn on
            </Button>
          )
        }
      >
        {isOn ? (
          <RecoveryLine
            codesLeft={codesLeft}
            onReplace={() => setStep({ name: "replace" })}
            onTurnOff={() => setStep({ name: "turn_off" })}
          />
        ) : (
          problem && <TaskProblem problem={problem} />
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
  onTurnOff(): void;
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
        <Button look="danger" onClick={onTurnOff}>
          Turn off
        </Button>
      </div>
    </div>
  );
}
