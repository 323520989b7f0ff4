"use client";

import { type FormEvent, useState } from "react";
import type { Problem } from "@/components/account/problem-of";
import { problemAt, TaskProblem } from "@/components/account/task-problem";
import { useTask } from "@/components/account/use-task";
import { CopyCurl } from "@/components/dashboard/detail/copy-curl";
import { useActing, useApi } from "@/components/dashboard/shell/acting-context";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Form } from "@/components/ui/form";
import { TextField } from "@/components/ui/text-field";
import type { ApiRequest } from "@/lib/client/fill-request";
import type { Mode } from "@/lib/core/modes";
import { type EventKind, eventKinds } from "@/lib/core/webhooks/event-kinds";
import { EventPicker } from "./event-picker";
import { endpointPath, webhooksOf } from "./webhook-calls";
import type { NewEndpoint, ShownEndpoint } from "./webhook-shapes";

interface Props {
  /** Null: a new one. */
  endpoint: ShownEndpoint | null;
  onMade(made: NewEndpoint): void;
  onChanged(endpoint: ShownEndpoint): void;
  onClose(): void;
}

const fields = ["url", "events", "description"];

interface FormValues {
  readonly url: string;
  readonly description: string;
}

function typedIn(form: HTMLFormElement): FormValues {
  const values = new FormData(form);
  return { url: String(values.get("url")), description: String(values.get("description")) };
}

/** What makes the endpoint or changes it. */
function requestOf(
  endpoint: ShownEndpoint | null,
  mode: Mode,
  { url, description, events }: FormValues & { events: EventKind[] },
) {
  const input = { url: url.trim(), events };
  const about = description.trim();
  if (!endpoint) {
    const made = { ...input, mode, ...(about ? { description: about } : {}) };
    return { method: "POST", path: "/v1/webhook-endpoints", input: made } as const;
  }
  const changed = { id: endpoint.id, ...input, description: about || null };
  return { method: "PATCH", path: endpointPath, input: changed } as const;
}

/** Makes an endpoint, or changes one: where webhooks go, and which. */
export function EndpointFormDialog({ endpoint, onMade, onChanged, onClose }: Props) {
  const { mode } = useActing();
  const webhooks = webhooksOf(useApi());
  const { busy, problem, run } = useTask();
  const [chosen, setChosen] = useState<ReadonlySet<EventKind>>(
    new Set(endpoint?.events ?? eventKinds),
  );
  const [typed, setTyped] = useState<FormValues>({
    url: endpoint?.url ?? "",
    description: endpoint?.description ?? "",
  });
  const request = requestOf(endpoint, mode, {
    ...typed,
    events: eventKinds.filter((kind) => chosen.has(kind)),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      if (request.method === "PATCH") {
        return onChanged(await webhooks.update(request.input));
      }
      onMade(await webhooks.create(request.input));
    });
  };
  return (
    <Dialog
      title={endpoint ? "Edit endpoint" : `Create a ${mode} endpoint`}
      open
      busy={busy}
      onClose={onClose}
    >
      <Form
        onSubmit={submit}
        onInput={({ currentTarget }) => setTyped(typedIn(currentTarget))}
        className="grid gap-5"
      >
        <TaskProblem problem={problem} fields={fields} />
        <AddressFields {...{ endpoint, problem }} />
        <EventPicker {...{ chosen }} onChosen={setChosen} error={problemAt(problem, "events")} />
        <FormButtons isNew={endpoint === null} {...{ request, busy, onClose }} />
      </Form>
    </Dialog>
  );
}

function FormButtons(props: {
  isNew: boolean;
  request: ApiRequest;
  busy: boolean;
  onClose(): void;
}) {
  const { isNew, request, busy, onClose } = props;
  return (
    <div className="flex flex-wrap items-center justify-end gap-3">
      <span className="mr-auto max-sm:basis-full">
        <CopyCurl request={request} />
      </span>
      <Button look="secondary" blocked={busy} onClick={onClose}>
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
