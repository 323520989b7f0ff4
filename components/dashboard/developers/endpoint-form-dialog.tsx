"use client";

import { type FormEvent, useState } from "react";
import type { Problem } from "@/components/account/problem-of";
import { problemAt, TaskProblem } from "@/components/account/task-problem";
import { useTask } from "@/components/account/use-task";
import { CopyCurl } from "@/components/dashboard/detail/copy-curl";
import { useActing, useApi } from "@/components/dashboard/shell/acting-context";
import { Button } from "@/components/ui/button";
import { CheckField } from "@/components/ui/check-field";
import { Dialog } from "@/components/ui/dialog";
import { Form } from "@/components/ui/form";
import { TextAreaField } from "@/components/ui/text-area-field";
import { TextField } from "@/components/ui/text-field";
import type { ApiRequest } from "@/lib/client/fill-request";
import { eventKinds, everyEvent } from "@/lib/core/webhooks/event-kinds";
import { type EndpointValues, endpointRequest, readHeaders } from "./endpoint-request";
import { EventPicker } from "./event-picker";
import { webhooksOf } from "./webhook-calls";
import { type NewEndpoint, registeredOf, type ShownEndpoint } from "./webhook-shapes";

interface Props {
  /** Null: a new one. */
  endpoint: ShownEndpoint | null;
  onMade(made: NewEndpoint): void;
  onChanged(endpoint: ShownEndpoint): void;
  onClose(): void;
}

const fields = ["url", "events", "description", "headers"];

function typedIn(form: HTMLFormElement): EndpointValues {
  const values = new FormData(form);
  const [url, description, headers] = ["url", "description", "headers"].map((name) =>
    String(values.get(name)),
  );
  return { url: url ?? "", description: description ?? "", headers: headers ?? "" };
}

/** The chosen events. Every kind one by one stands for those to come, too, only where the form began with those. */
function useEvents(began: ShownEndpoint | null) {
  const first: ShownEndpoint["events"] = began ? registeredOf(began) : [everyEvent];
  const [events, setEvents] = useState(first);
  const choose = (chosen: ShownEndpoint["events"]) => {
    const isAsBefore = first.includes(everyEvent) && chosen.length === eventKinds.length;
    setEvents(isAsBefore ? [everyEvent] : chosen);
  };
  return [events, choose] as const;
}

/** Makes an endpoint, or changes one: where webhooks go, and which. */
export function EndpointFormDialog({ endpoint, onMade, onChanged, onClose }: Props) {
  const { mode } = useActing();
  const webhooks = webhooksOf(useApi());
  const { busy, problem, run } = useTask();
  // What another person has changed meanwhile is not overwritten.
  const [began] = useState(endpoint);
  const [events, choose] = useEvents(began);
  const [typed, setTyped] = useState<EndpointValues>({
    url: began?.url ?? "",
    description: began?.description ?? "",
    headers: "",
  });
  const [removesHeaders, setRemovesHeaders] = useState(false);
  const request = endpointRequest(began, mode, { ...typed, removesHeaders, events });
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
        <AddressFields endpoint={began} problem={problem} />
        <HeadersField
          present={endpoint?.headers ?? []}
          wrong={readHeaders(typed.headers).wrong}
          error={problemAt(problem, "headers")}
          isRemoved={removesHeaders}
          onRemoved={setRemovesHeaders}
        />
        <EventPicker events={events} onChosen={choose} error={problemAt(problem, "events")} />
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

function HeadersField(props: {
  present: readonly string[];
  wrong: string | false;
  error: string | undefined;
  /** The stored ones go with the next saving. */
  isRemoved: boolean;
  onRemoved(isRemoved: boolean): void;
}) {
  const { present, wrong, error, isRemoved, onRemoved } = props;
  const hint =
    present.length === 0
      ? "For a gateway that asks for them: one field per line, such as X-Api-Key: value. Values are not shown again."
      : `${present.join(", ")} ${isRemoved ? "are removed when you save" : "stay as they are while this is empty"}. What you type replaces all of them.`;
  return (
    <div className="grid gap-2">
      <TextAreaField
        label="Headers (optional)"
        hint={hint}
        {...{ wrong, error }}
        name="headers"
        translate="no"
        rows={2}
        spellCheck={false}
        autoComplete="off"
        className="font-mono text-sm"
      />
      {present.length > 0 && (
        <CheckField
          label={`Remove ${present.join(", ")}`}
          checked={isRemoved}
          onChange={onRemoved}
        />
      )}
    </div>
  );
}
