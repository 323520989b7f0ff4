"use client";

import { type FormEvent, useState } from "react";
import { useActing, useApi } from "@/components/dashboard/acting-context";
import { useStepUp } from "@/components/dashboard/step-up-context";
import type { Problem } from "@/components/identity/problem-of";
import { problemAt, TaskProblem } from "@/components/identity/task-problem";
import { useTask } from "@/components/identity/use-task";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/text-field";
import { type EventKind, eventKinds } from "@/lib/core/event-kinds";
import { EventPicker } from "./event-picker";
import { webhooksOf } from "./webhook-calls";
import type { NewEndpoint, ShownEndpoint } from "./webhook-shapes";

interface Props {
  /** Null: a new one. */
  endpoint: ShownEndpoint | null;
  onMade(made: NewEndpoint): void;
  onChanged(endpoint: ShownEndpoint): void;
  onClose(): void;
}

const fields = ["url", "events", "description"];

/** Makes an endpoint, or changes one: where webhooks go, and which. */
export function EndpointFormDialog({ endpoint, onMade, onChanged, onClose }: Props) {
  const { mode } = useActing();
  const webhooks = webhooksOf(useApi());
  const withStepUp = useStepUp();
  const { busy, problem, run } = useTask();
  const [chosen, setChosen] = useState<ReadonlySet<EventKind>>(
    new Set(endpoint?.events ?? eventKinds),
  );
  const [isTried, setTried] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (chosen.size === 0) return;
    const values = new FormData(event.currentTarget);
    const url = String(values.get("url")).trim();
    const description = String(values.get("description")).trim();
    const input = { url, events: eventKinds.filter((kind) => chosen.has(kind)) };
    void run(async () => {
      if (endpoint) {
        const change = { id: endpoint.id, ...input, description: description || null };
        onChanged(await withStepUp(() => webhooks.update(change)));
        return;
      }
      const made = { ...input, mode, ...(description ? { description } : {}) };
      onMade(await withStepUp(() => webhooks.create(made)));
    });
  };
  const noEvents = isTried && chosen.size === 0 ? "Choose at least one event." : undefined;
  return (
    <Dialog
      title={endpoint ? "Edit the endpoint" : `Create a ${mode} endpoint`}
      open
      busy={busy}
      onClose={onClose}
    >
      <form method="post" onSubmit={submit} className="grid gap-5">
        <TaskProblem problem={problem} fields={fields} />
        <AddressFields {...{ endpoint, problem }} />
        <EventPicker
          {...{ chosen }}
          onChosen={setChosen}
          error={noEvents ?? problemAt(problem, "events")}
        />
        <FormButtons isNew={endpoint === null} {...{ busy, onClose }} />
      </form>
    </Dialog>
  );
}

function FormButtons(props: { isNew: boolean; busy: boolean; onClose(): void }) {
  const { isNew, busy, onClose } = props;
  return (
    <div className="flex flex-wrap justify-end gap-3">
      <Button look="secondary" disabled={busy} onClick={onClose}>
        Cancel
      </Button>
      <Button type="submit" busy={busy}>
        {isNew ? "Create endpoint" : "Save"}
      </Button>
    </div>
  );
}

function AddressFields(props: { endpoint: ShownEndpoint | null; problem: Problem | null }) {
  const { endpoint, problem } = props;
  const { mode } = useActing();
  return (
    <>
      <TextField
        name="url"
        label="URL"
        type="url"
        placeholder="https://shop.example/webhooks"
        hint={mode === "live" ? "https, on the public internet." : "On the public internet."}
        defaultValue={endpoint?.url}
        required
        maxLength={2_000}
        autoComplete="off"
        error={problemAt(problem, "url")}
      />
      <TextField
        name="description"
        label="Description (optional)"
        defaultValue={endpoint?.description ?? ""}
        maxLength={200}
        autoComplete="off"
        error={problemAt(problem, "description")}
      />
    </>
  );
}
