"use client";

import { type FormEvent, useState } from "react";
import { problemAt, TaskProblem } from "@/components/account/task-problem";
import { useTask } from "@/components/account/use-task";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Form } from "@/components/ui/form";
import { SelectField } from "@/components/ui/select-field";
import { TextField } from "@/components/ui/text-field";
import type { Scope } from "@/lib/core/identity/scopes";
import type { Mode } from "@/lib/core/modes";
import type { KeyInput, Keys, NewKey } from "./acting-keys";
import { KeyScopes, type ScopeChoice } from "./key-scopes";

interface Props {
  mode: Mode;
  keys: Keys;
  onMade(made: NewKey): void;
  onClose(): void;
}

type Kind = "secret" | "publishable";
const fields = ["name", "scopes", "allowedOrigins", "expiresAt"];
const dayMs = 86_400_000;

/** Makes a key: what for, what it may do, and for how long. */
export function CreateKeyDialog({ mode, keys, onMade, onClose }: Props) {
  const { busy, problem, run } = useTask();
  const [kind, setKind] = useState<Kind>("secret");
  const [choice, setChoice] = useState<ScopeChoice>("checkout-only");
  const [chosen, setChosen] = useState<ReadonlySet<Scope>>(new Set());
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const scopes = choice === "custom" ? [...chosen] : choice;
    const input = inputOf(new FormData(event.currentTarget), kind, { mode, scopes });
    void run(async () => onMade(await keys.create(input)));
  };
  return (
    <Dialog title={`Create a ${mode} key`} open busy={busy} onClose={onClose}>
      <Form onSubmit={submit} className="grid gap-5">
        <TaskProblem problem={problem} fields={fields} />
        <TextField
          name="name"
          label="What is it for?"
          hint="For example, the server it runs on. Shown in the list."
          autoComplete="off"
          maxLength={80}
          required
          error={problemAt(problem, "name")}
        />
        <SelectField
          name="kind"
          label="Where is it used?"
          value={kind}
          onChange={({ target }) => setKind(target.value === "secret" ? "secret" : "publishable")}
        >
          <option value="secret">On my server (secret key)</option>
          <option value="publishable">In a web page (publishable key)</option>
        </SelectField>
        {kind === "secret" ? (
          <KeyScopes
            {...{ choice, chosen }}
            onChoice={setChoice}
            onChosen={setChosen}
            error={problemAt(problem, "scopes")}
          />
        ) : (
          <OriginsField error={problemAt(problem, "allowedOrigins")} />
        )}
        <SelectField name="days" label="Ends" error={problemAt(problem, "expiresAt")}>
          <option value="">Never</option>
          <option value="30">In 30 days</option>
          <option value="90">In 90 days</option>
          <option value="365">In a year</option>
        </SelectField>
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="secondary" blocked={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={busy}>
            Create key
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

const OriginsField = ({ error }: { error: string | undefined }) => (
  <TextField
    name="allowedOrigins"
    label="Allowed origins"
    hint="Origins separated by spaces, such as https://shop.example. Leave empty to allow any page."
    autoComplete="off"
    error={error}
  />
);

function inputOf(
  values: FormData,
  kind: Kind,
  { mode, scopes }: { mode: Mode; scopes: NonNullable<KeyInput["scopes"]> },
): KeyInput {
  const days = Number(values.get("days"));
  const origins = String(values.get("allowedOrigins") ?? "")
    .split(/[\s,]+/)
    .filter(Boolean);
  return {
    name: String(values.get("name")).trim(),
    mode,
    kind,
    ...(kind === "secret" ? { scopes } : {}),
    ...(origins.length > 0 ? { allowedOrigins: origins } : {}),
    ...(days > 0 ? { expiresAt: new Date(Date.now() + days * dayMs).toISOString() } : {}),
  };
}
