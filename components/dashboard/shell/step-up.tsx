"use client";

import { type FormEvent, useLayoutEffect, useState } from "react";
import { askIdentity } from "@/components/account/ask-identity";
import { ConfirmButtons } from "@/components/account/confirm-buttons";
import { problemAt, TaskProblem } from "@/components/account/task-problem";
import { useTask } from "@/components/account/use-task";
import { Button } from "@/components/ui/button";
import { digitsOf } from "@/components/ui/code-field";
import { Dialog } from "@/components/ui/dialog";
import { Form } from "@/components/ui/form";
import { LinkButton } from "@/components/ui/link-button";
import { TextField } from "@/components/ui/text-field";
import { useOnce } from "@/components/ui/use-once";
import { forgetAccessToken } from "@/lib/client/access-token";
import { askForCodeAtPrivy, proveAtPrivy } from "@/lib/client/call-as-person";
import { answerStepUpsBy, type StepUpMethod } from "@/lib/client/with-step-up";
import type { askToStepUp, stepUp } from "@/lib/contract/identity/identity-account";

/** How the person authenticates anew. */
interface StepUpCalls {
  /** Has a code mailed. @returns names the code that is to be given */
  askForCode(): Promise<string>;
  /** @param flow of a mailed code; undefined for one of an authenticator app */
  prove(code: string, flow: string | undefined): Promise<void>;
}

/** With an account of our own. */
const stepUpHere: StepUpCalls = {
  async askForCode() {
    const route = { method: "POST", path: "/api/identity/step-up/code" } as const;
    return (await askIdentity<typeof askToStepUp>(route, {})).flow;
  },
  async prove(code, flow) {
    const route = { method: "POST", path: "/api/identity/step-up" } as const;
    await askIdentity<typeof stepUp>(route, flow === undefined ? { code } : { code, flow });
  },
};

/** With an account at Privy, whose tokens do not tell when the person authenticated. */
const stepUpAtPrivy: StepUpCalls = { askForCode: askForCodeAtPrivy, prove: proveAtPrivy };

interface Props {
  calls: StepUpCalls;
  onProved(): void;
  onClose(): void;
}

/**
 * Confirms that it is still the same person: by a passkey, by the authenticator app, or by a code by e-mail where there
 * is neither.
 */
function StepUpDialog({ methods, ...props }: Props & { methods: readonly StepUpMethod[] }) {
  const [method, setMethod] = useState<StepUpMethod>(methods[0] ?? "email");
  const proved = () => {
    // The next one says that the person has authenticated just now.
    forgetAccessToken();
    props.onProved();
  };
  return (
    <Dialog title="Confirm it's you" open onClose={props.onClose}>
      {method === "passkey" ? (
        <ByPasskey {...props} onProved={proved} onCode={() => setMethod("totp")} />
      ) : (
        <ByCode {...props} onProved={proved} isApp={method === "totp"} />
      )}
      {method === "email" && props.calls === stepUpHere && <ConfirmButtons onProved={proved} />}
    </Dialog>
  );
}

type PasskeyProps = Omit<Props, "calls"> & { onCode(): void };

function ByPasskey({ onProved, onClose, onCode }: PasskeyProps) {
  const { busy, problem, run } = useTask();
  const use = () =>
    run(async () => {
      const { stepUpWithPasskey } = await import("@/components/account/passkeys");
      await stepUpWithPasskey();
      onProved();
    });
  return (
    <div className="grid gap-5">
      <p className="text-pretty text-muted text-sm">
        Use one of your passkeys: your browser asks for it.
      </p>
      <TaskProblem problem={problem} />
      <LinkButton onClick={onCode}>
        Use a code of an authenticator app, or a recovery code
      </LinkButton>
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button busy={busy} onClick={use}>
          Use a passkey
        </Button>
      </div>
    </div>
  );
}

/** Takes a code of the authenticator app, or of a mail. */
function ByCode({ isApp, calls, onProved, onClose }: Props & { isApp: boolean }) {
  const [flow, setFlow] = useState<string | undefined>();
  const { busy, problem, run } = useTask();
  const send = async () => setFlow(await calls.askForCode());
  useOnce(() => {
    if (!isApp) void run(send);
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get("code"));
    void run(async () => {
      const code = isRecoveryCode(typed) ? typed.trim() : digitsOf(typed);
      await calls.prove(code, flow);
      onProved();
    });
  };
  return (
    <Form onSubmit={submit} className="grid gap-5">
      <p className="text-pretty text-muted text-sm">
        {isApp
          ? "Enter the six-digit code from your authenticator app, or a recovery code."
          : "Enter the six-digit code we emailed you. It expires in ten minutes."}
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
        translate="no"
        className="font-mono"
      />
      {!isApp && <LinkButton onClick={() => run(send)}>Send a new code</LinkButton>}
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={busy || (!isApp && flow === undefined && problem === null)}>
          Confirm
        </Button>
      </div>
    </Form>
  );
}

/** Recovery codes have letters or more than six characters. */
const isRecoveryCode = (typed: string) => /[a-z]/i.test(typed) || typed.trim().length > 8;

interface Question {
  readonly methods: readonly StepUpMethod[];
  settle(isProved: boolean): void;
}

/** Asks for the confirmation that a call of the page needs; the call then continues by itself. */
export function StepUp({ isElsewhere }: { isElsewhere: boolean }) {
  const [question, setQuestion] = useState<Question | null>(null);
  useLayoutEffect(() => {
    let settleOpen = (_isProved: boolean) => {};
    const end = answerStepUpsBy(async (methods) => {
      const isProved = await new Promise<boolean>((settle) => {
        settleOpen = settle;
        setQuestion({ methods, settle });
      });
      setQuestion(null);
      return isProved;
    });
    return () => {
      end();
      // A page that is left takes its question along.
      settleOpen(false);
    };
  }, []);
  if (!question) return null;
  return (
    <StepUpDialog
      methods={question.methods}
      calls={isElsewhere ? stepUpAtPrivy : stepUpHere}
      onProved={() => question.settle(true)}
      onClose={() => question.settle(false)}
    />
  );
}
