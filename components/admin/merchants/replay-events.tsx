"use client";

import { useState } from "react";
import { RepairDialog } from "@/components/admin/repairs/repair-dialog";
import { useApi } from "@/components/dashboard/shell/acting-context";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Form } from "@/components/ui/form";
import { LinkButton } from "@/components/ui/link-button";
import { TextField } from "@/components/ui/text-field";
import type { replayEndpointEvents } from "@/lib/contract/admin/endpoint-replays";
import type { Merchant } from "./merchant-shapes";

type Endpoint = Merchant["webhookEndpoints"][number];

const route = { method: "POST", path: "/v1/admin/webhook-endpoints/{id}/replay" } as const;

interface Range {
  readonly createdAfter: string;
  readonly createdBefore?: string;
}

/** Sends a range of an endpoint's events once more. */
export function ReplayEvents({ endpoint }: { endpoint: Endpoint }) {
  const [isOpen, setOpen] = useState(false);
  if (endpoint.status !== "enabled") return "–";
  return (
    <>
      <span className="whitespace-nowrap">
        <LinkButton label={`Replay events to ${endpoint.url}`} onClick={() => setOpen(true)}>
          Replay
        </LinkButton>
      </span>
      {isOpen && <ReplayDialog endpoint={endpoint} onClose={() => setOpen(false)} />}
    </>
  );
}

interface DialogProps {
  endpoint: Endpoint;
  onClose(): void;
}

function ReplayDialog({ endpoint: { id, url }, onClose }: DialogProps) {
  const [range, setRange] = useState<Range | null>(null);
  const api = useApi();
  if (range === null) return <RangeDialog onChosen={setRange} onClose={onClose} />;
  return (
    <RepairDialog
      title="Replay these events?"
      action="Replay events"
      done="Replay started."
      call={(input) => api<typeof replayEndpointEvents>(route, { id, ...range, ...input })}
      canApply={({ total }) => total > 0}
      onDone={() => null}
      onClose={onClose}
    >
      {({ total, consequence }) => (
        <>
          <p className="wrap-anywhere">{consequence}</p>
          <p className="wrap-anywhere">
            {total === 0
              ? `There are no events for ${url} in this time.`
              : "Each event keeps its id, so a server that handles ids once ignores what it has had."}
          </p>
        </>
      )}
    </RepairDialog>
  );
}

function RangeDialog(props: { onChosen(range: Range): void; onClose(): void }) {
  const { onChosen, onClose } = props;
  const [from, setFrom] = useState("");
  const [to, setTo] = useState("");
  const submit = () =>
    onChosen({
      createdAfter: new Date(from).toISOString(),
      ...(to !== "" && { createdBefore: new Date(to).toISOString() }),
    });
  return (
    <Dialog title="Replay events" open onClose={onClose}>
      <Form onSubmit={submit} className="grid gap-5">
        <TextField
          name="from"
          type="datetime-local"
          label="From"
          hint="In your time zone."
          required
          value={from}
          wrong={from === "" && "Choose a day and a time."}
          onChange={({ target }) => setFrom(target.value)}
        />
        <TextField
          name="to"
          type="datetime-local"
          label="To (optional)"
          value={to}
          wrong={to !== "" && to <= from && "Choose a time after the first one."}
          onChange={({ target }) => setTo(target.value)}
        />
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Count events</Button>
        </div>
      </Form>
    </Dialog>
  );
}
