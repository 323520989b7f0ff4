"use client";

import { type FormEvent, useState } from "react";
import type { Problem } from "@/components/account/problem-of";
import { problemAt, TaskProblem } from "@/components/account/task-problem";
import { useTask } from "@/components/account/use-task";
import { CopyCurl } from "@/components/dashboard/detail/copy-curl";
import { useApi } from "@/components/dashboard/shell/acting-context";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Form } from "@/components/ui/form";
import { SelectField } from "@/components/ui/select-field";
import { TextField } from "@/components/ui/text-field";
import { endpointPath, webhooksOf } from "./webhook-calls";

interface Props {
  endpointId: string;
  onStarted(): void;
  onClose(): void;
}

const hours = [
  ["1", "The last hour"],
  ["24", "The last 24 hours"],
  ["168", "The last 7 days"],
  ["positions", "Between two positions"],
] as const;
const HOUR_MS = 3_600_000;
const fields = ["fromPosition", "toPosition", "createdAfter"];

interface RangeInput {
  readonly range: string;
  readonly from: string;
  readonly to: string;
}

/** What is asked for, as the API takes it. */
function inputOf(id: string, { range, from, to }: RangeInput) {
  if (range !== "positions") {
    return { id, createdAfter: new Date(Date.now() - Number(range) * HOUR_MS).toISOString() };
  }
  const toPosition = Number(to);
  return { id, fromPosition: Number(from), ...(toPosition > 0 ? { toPosition } : {}) };
}

/** Asks which events are to be sent once more. */
export function ReplayRangeDialog({ endpointId, onStarted, onClose }: Props) {
  const webhooks = webhooksOf(useApi());
  const { busy, problem, run } = useTask();
  const [asked, setAsked] = useState({ range: "24", from: "", to: "" });
  const input = inputOf(endpointId, asked);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void run(async () => {
      await webhooks.replayRange(inputOf(endpointId, asked));
      onStarted();
    });
  };
  return (
    <Dialog title="Replay a range of events" open busy={busy} onClose={onClose}>
      <Form onSubmit={submit} className="grid gap-5">
        <TaskProblem problem={problem} fields={fields} />
        <SelectField
          name="range"
          label="Which events?"
          value={asked.range}
          onChange={({ target }) => setAsked({ ...asked, range: target.value })}
          error={problemAt(problem, "createdAfter")}
        >
          {hours.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        {asked.range === "positions" && <Positions {...{ asked, setAsked, problem }} />}
        <p className="text-muted text-sm">
          Your server gets each event that this endpoint is registered for again, even if it
          accepted the event before: use the event id to detect duplicates. The replay stops after
          20 failures in a row.
        </p>
        <div className="flex flex-wrap items-center justify-end gap-3">
          <span className="mr-auto max-sm:basis-full">
            <CopyCurl request={{ method: "POST", path: `${endpointPath}/replay`, input }} />
          </span>
          <Button look="secondary" blocked={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={busy}>
            Start replay
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

/** The first position and the last one. */
function Positions(props: {
  asked: RangeInput;
  setAsked(asked: RangeInput): void;
  problem: Problem | null;
}) {
  const { asked, setAsked, problem } = props;
  const digits = { inputMode: "numeric", pattern: "[1-9][0-9]*", autoComplete: "off" } as const;
  return (
    <div className="grid grid-cols-2 gap-4">
      <TextField
        {...digits}
        name="fromPosition"
        label="From position"
        required
        value={asked.from}
        onChange={({ target }) => setAsked({ ...asked, from: target.value })}
        error={problemAt(problem, "fromPosition")}
      />
      <TextField
        {...digits}
        name="toPosition"
        label="To position"
        hint="Leave empty for the newest."
        value={asked.to}
        onChange={({ target }) => setAsked({ ...asked, to: target.value })}
        error={problemAt(problem, "toPosition")}
      />
    </div>
  );
}
