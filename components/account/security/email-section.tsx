"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { askIdentity } from "@/components/account/ask-identity";
import { CodeSent } from "@/components/account/code-sent";
import { EmailField } from "@/components/account/email-field";
import type { Problem } from "@/components/account/problem-of";
import { problemAt, TaskProblem } from "@/components/account/task-problem";
import { useTask } from "@/components/account/use-task";
import { Button } from "@/components/ui/button";
import { CodeField, digitsOf } from "@/components/ui/code-field";
import { Dialog } from "@/components/ui/dialog";
import { Form } from "@/components/ui/form";
import { LinkButton } from "@/components/ui/link-button";
import { Section } from "@/components/ui/section";
import { showToast } from "@/components/ui/toast";
import type { askToChangeEmail, changeEmail } from "@/lib/contract/identity/identity-account";

/** A code that was mailed to the new address. */
interface EmailChange {
  readonly email: string;
  readonly flow: string;
}

/** Asks for another address, and for the code that is mailed to it. */
function ChangeEmailDialog(props: { onChanged(): void; onClose(): void }) {
  const { onChanged, onClose } = props;
  const [asked, setAsked] = useState<EmailChange | null>(null);
  const { busy, problem, run, forget } = useTask();
  const ask = async (email: string) => {
    const route = { method: "POST", path: "/api/identity/email" } as const;
    const answer = await askIdentity<typeof askToChangeEmail>(route, { email });
    setAsked({ email, flow: answer.flow });
  };
  const give = async ({ flow }: EmailChange, code: string) => {
    const route = { method: "POST", path: "/api/identity/email/confirm" } as const;
    await askIdentity<typeof changeEmail>(route, { flow, code });
    onChanged();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const typed = (name: string) => String(values.get(name)).trim();
    void run(() => (asked ? give(asked, digitsOf(typed("code"))) : ask(typed("email"))));
  };
  const begin = () => {
    forget();
    setAsked(null);
  };
  return (
    <Dialog title="Change email" open onClose={onClose} busy={busy}>
      <Form onSubmit={submit} className="grid gap-5">
        <TaskProblem problem={problem} fields={["email", "code"]} />
        {asked ? <GiveCode {...{ ...asked, problem }} onBack={begin} /> : <Ask problem={problem} />}
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="secondary" onClick={onClose} blocked={busy}>
            Cancel
          </Button>
          <Button type="submit" busy={busy}>
            {asked ? "Change email" : "Send the code"}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

function Ask({ problem }: { problem: Problem | null }) {
  return (
    <>
      <p className="text-pretty text-muted text-sm">
        We’ll email a code to the new address. Nothing changes until you enter it.
      </p>
      <EmailField label="New e-mail" email="" problem={problem} />
    </>
  );
}

function GiveCode(props: { email: string; problem: Problem | null; onBack(): void }) {
  const { email, problem, onBack } = props;
  return (
    <>
      <div className="text-pretty text-muted text-sm">
        <CodeSent email={email} />
      </div>
      <CodeField name="code" label="Code" error={problemAt(problem, "code")} />
      <LinkButton onClick={onBack}>Didn’t get a code?</LinkButton>
    </>
  );
}

/** The address that an account signs in with. */
export function EmailSection({ email }: { email: string }) {
  const [open, setOpen] = useState(false);
  const router = useRouter();
  const close = () => setOpen(false);
  const changed = () => {
    close();
    showToast("Email changed. Your other sessions are signed out.");
    router.refresh();
  };
  return (
    <>
      <Section
        title="E-mail"
        text={
          <>
            You sign in with <strong className="wrap-anywhere font-medium text-ink">{email}</strong>
            . Emails about your businesses go there too.
          </>
        }
        action={
          <Button look="secondary" onClick={() => setOpen(true)}>
            Change email
          </Button>
        }
      />
      {open && <ChangeEmailDialog onChanged={changed} onClose={close} />}
    </>
  );
}
