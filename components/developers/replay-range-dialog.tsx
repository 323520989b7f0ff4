"use client";

import { type FormEvent, useState } from "react";
import { useApi } from "@/components/dashboard/acting-context";
import { problemAt, TaskProblem } from "@/components/identity/task-problem";
import { useTask } from "@/components/identity/use-task";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { SelectField } from "@/components/ui/select-field";
import { TextField } from "@/components/ui/text-field";
import { webhooksOf } from "./webhook-calls";

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

/** Asks which events are to be sent once more. */
export function ReplayRangeDialog({ endpointId, onStarted, onClose }: Props) {
  const webhooks = webhooksOf(useApi());
  const { busy, problem, run } = useTask();
  const [range, setRange] = useState("24");
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const to = Number(values.get("toPosition"));
    const between = {
      fromPosition: Number(values.get("fromPosition")),
      ...(to > 0 ? { toPosition: to } : {}),
    };
    const since = { createdAfter: new Date(Date.now() - Number(range) * HOUR_MS).toISOString() };
    void run(async () => {
      await webhooks.replayRange({ id: endpointId, ...(range === "positions" ? between : since) });
      onStarted();
    });
  };
  return (
    <Dialog title="Replay a range of events" open onClose={onClose}>
      <form method="post" onSubmit={submit} className="grid gap-5">
        <TaskProblem problem={problem} fields={fields} />
        <SelectField
          name="range"
          label="Which events?"
          value={range}
          onChange={({ target }) => setRange(target.value)}
          error={problemAt(problem, "createdAfter")}
        >
          {hours.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        {range === "positions" && (
          <div className="grid grid-cols-2 gap-4">
            <TextField
              name="fromPosition"
              label="From position"
              inputMode="numeric"
              pattern="[1-9][0-9]*"
              required
              autoComplete="off"
              error={problemAt(problem, "fromPosition")}
            />
            <TextField
              name="toPosition"
              label="To position"
              inputMode="numeric"
              pattern="[1-9][0-9]*"
              hint="Empty: the newest."
              autoComplete="off"
              error={problemAt(problem, "toPosition")}
            />
          </div>
        )}
        <p className="text-muted text-sm">
          Your server gets each event again, whether it took it before or not: it tells them apart
          by their id. It stops after 20 failures in a row.
        </p>
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={busy}>
            Start the replay
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
