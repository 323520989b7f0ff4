"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { askIdentity } from "@/components/account/ask-identity";
import { makePasskey } from "@/components/account/passkeys";
import { problemAt, TaskProblem } from "@/components/account/task-problem";
import { useTask } from "@/components/account/use-task";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Dialog } from "@/components/ui/dialog";
import { Form } from "@/components/ui/form";
import { Section } from "@/components/ui/section";
import { type Column, Table } from "@/components/ui/table";
import { TextField } from "@/components/ui/text-field";
import { LocalTime } from "@/components/ui/time/local-time";
import { showToast } from "@/components/ui/toast";
import type { removePasskey, renamePasskey } from "@/lib/contract/identity/identity-passkeys";
import { RecoveryCodesDialog } from "./recovery-codes-dialog";

/** A passkey of the account; times are ISO 8601. */
export interface ShownPasskey {
  readonly id: string;
  readonly name: string;
  readonly synced: boolean;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  /** Turned off, since there is a copy of it. */
  readonly isCopied: boolean;
}

interface AddProps {
  onAdded(recoveryCodes: readonly string[] | null): void;
  onClose(): void;
}

/** Asks for a name, then has the browser make a passkey. */
function AddDialog({ onAdded, onClose }: AddProps) {
  const { busy, problem, run } = useTask();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get("name")).trim();
    void run(async () => onAdded(await makePasskey(name)));
  };
  return (
    <Dialog title="Add a passkey" open busy={busy} onClose={onClose}>
      <Form onSubmit={submit} className="grid gap-5">
        <p className="text-pretty text-muted text-sm">
          Your browser asks for your fingerprint, face, PIN or security key. From then on a password
          or an emailed code alone no longer signs you in.
        </p>
        <TaskProblem problem={problem} fields={["name"]} />
        <TextField
          name="name"
          label="Name"
          hint="For example the device: Work laptop"
          autoComplete="off"
          required
          maxLength={60}
          error={problemAt(problem, "name")}
        />
        <Button type="submit" busy={busy} className="justify-self-end">
          Continue
        </Button>
      </Form>
    </Dialog>
  );
}

interface ChangeProps {
  passkey: ShownPasskey;
  onDone(): void;
  onClose(): void;
}

/** Gives a passkey another name. */
function RenameDialog({ passkey, onDone, onClose }: ChangeProps) {
  const { busy, problem, run } = useTask();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get("name")).trim();
    void run(async () => {
      const route = { method: "PATCH", path: "/api/identity/passkeys/{id}" } as const;
      await askIdentity<typeof renamePasskey>(route, { id: passkey.id, name });
      showToast("Passkey renamed.");
      onDone();
    });
  };
  return (
    <Dialog title="Rename the passkey" open busy={busy} onClose={onClose}>
      <Form onSubmit={submit} className="grid gap-5">
        <TaskProblem problem={problem} fields={["name"]} />
        <TextField
          name="name"
          label="Name"
          defaultValue={passkey.name}
          autoComplete="off"
          required
          maxLength={60}
          error={problemAt(problem, "name")}
        />
        <Button type="submit" busy={busy} className="justify-self-end">
          Save
        </Button>
      </Form>
    </Dialog>
  );
}

/** Removes a passkey. */
function RemoveDialog({ passkey, onDone, onClose }: ChangeProps) {
  const { busy, problem, run } = useTask();
  const remove = () =>
    run(async () => {
      const route = { method: "DELETE", path: "/api/identity/passkeys/{id}" } as const;
      await askIdentity<typeof removePasskey>(route, { id: passkey.id });
      showToast(`Passkey ${passkey.name} removed.`);
      onDone();
    });
  return (
    <ConfirmDialog
      title={`Remove the passkey ${passkey.name}?`}
      open
      action="Remove"
      busy={busy}
      onClose={onClose}
      onConfirm={remove}
    >
      <p>
        It won’t sign you in any more, and your other sessions will be signed out. Delete it from
        your device as well.
      </p>
      <TaskProblem problem={problem} />
    </ConfirmDialog>
  );
}

interface Changes {
  onRename(passkey: ShownPasskey): void;
  onRemove(passkey: ShownPasskey): void;
}

const columnsOf = ({ onRename, onRemove }: Changes): Column<ShownPasskey>[] => [
  {
    name: "Name",
    cell: ({ name, isCopied }) => (
      <span className="flex flex-wrap items-center gap-2">
        {name}
        {isCopied && <Badge tone="bad">Turned off: copied</Badge>}
      </span>
    ),
  },
  { name: "Kept", cell: ({ synced }) => (synced ? "In a password manager" : "On one device") },
  {
    name: "Added",
    cell: ({ createdAt }) => <LocalTime iso={createdAt} shape="short" locale="en" />,
  },
  {
    name: "Last used",
    cell: ({ lastUsedAt }) =>
      lastUsedAt ? <LocalTime iso={lastUsedAt} shape="short" locale="en" /> : "Never",
  },
  {
    name: "Change",
    cell: (passkey) => (
      <span className="flex flex-wrap gap-2">
        <Button
          look="secondary"
          aria-label={`Rename ${passkey.name}`}
          onClick={() => onRename(passkey)}
        >
          Rename
        </Button>
        <Button
          look="secondary"
          aria-label={`Remove ${passkey.name}`}
          onClick={() => onRemove(passkey)}
        >
          Remove
        </Button>
      </span>
    ),
  },
];

type Step =
  | { name: "add" }
  | { name: "codes"; codes: readonly string[] }
  | { name: "rename" | "remove"; passkey: ShownPasskey };

const texts = {
  on: "Sign in without a password. A passkey also counts as two-factor authentication.",
  off: "Passkeys need https, and an address with a name: browsers don’t offer them here.",
};

interface Props {
  passkeys: readonly ShownPasskey[];
  /** Browsers know passkeys at this installation's address. */
  arePossible: boolean;
}

/** The passkeys of the account. */
export function PasskeysSection({ passkeys, arePossible }: Props) {
  const [step, setStep] = useState<Step | null>(null);
  const router = useRouter();
  const close = () => setStep(null);
  const refresh = () => {
    close();
    router.refresh();
  };
  const show = (codes: readonly string[] | null) => {
    showToast("Passkey added.");
    if (codes) setStep({ name: "codes", codes });
    else refresh();
  };
  return (
    <>
      <Section
        title="Passkeys"
        text={arePossible ? texts.on : texts.off}
        action={
          arePossible && <Button onClick={() => setStep({ name: "add" })}>Add passkey</Button>
        }
      >
        {passkeys.length > 0 && (
          <Table
            caption="Passkeys"
            columns={columnsOf({
              onRename: (passkey) => setStep({ name: "rename", passkey }),
              onRemove: (passkey) => setStep({ name: "remove", passkey }),
            })}
            rows={passkeys}
            keyOf={({ id }) => id}
          />
        )}
      </Section>
      {step?.name === "add" && <AddDialog onAdded={show} onClose={close} />}
      {step?.name === "codes" && <RecoveryCodesDialog codes={step.codes} onStored={refresh} />}
      {step?.name === "rename" && (
        <RenameDialog passkey={step.passkey} onDone={refresh} onClose={close} />
      )}
      {step?.name === "remove" && (
        <RemoveDialog passkey={step.passkey} onDone={refresh} onClose={close} />
      )}
    </>
  );
}
