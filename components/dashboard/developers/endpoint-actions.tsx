"use client";

import { useState } from "react";
import { QueryProblem } from "@/components/dashboard/data/query-problem";
import { useObjectAction } from "@/components/dashboard/data/use-object-action";
import { CopyCurl } from "@/components/dashboard/detail/copy-curl";
import { useApi, useWhyReadOnly } from "@/components/dashboard/shell/acting-context";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Offered } from "@/components/ui/offered";
import { DeleteEndpointDialog } from "./delete-endpoint-dialog";
import { EndpointFormDialog } from "./endpoint-form-dialog";
import { EndpointSecretDialog } from "./endpoint-secret-dialog";
import { RotateSecretDialog } from "./rotate-secret-dialog";
import { SendTest } from "./send-test";
import { endpointPath, webhooksOf } from "./webhook-calls";
import type { NewEndpoint, ShownEndpoint } from "./webhook-shapes";

type OpenDialog = "edit" | "disable" | "delete" | "rotate" | NewEndpoint | null;

/** Enables or disables an endpoint, and takes over what a dialog has changed. */
function useEndpointChanges({ id, status }: ShownEndpoint, onDone: () => void) {
  const webhooks = webhooksOf(useApi());
  const shared = { path: endpointPath, id, onDone };
  const set = useObjectAction<ShownEndpoint, "enabled" | "disabled">({
    ...shared,
    run: (wanted) => (wanted === "enabled" ? webhooks.enable(id) : webhooks.disable(id)),
    expect: (before, wanted) => ({ ...before, status: wanted, disabledReason: null }),
    done: status === "enabled" ? "Endpoint disabled." : "Endpoint enabled.",
  });
  const keep = useObjectAction<ShownEndpoint, ShownEndpoint>({
    ...shared,
    run: async (changed) => changed,
    done: "Endpoint saved.",
  });
  return { set, keep };
}

/** What can be done with an endpoint. */
export function EndpointActions({ endpoint }: { endpoint: ShownEndpoint }) {
  const why = useWhyReadOnly();
  const [asked, setAsked] = useState<OpenDialog>(null);
  const close = () => setAsked(null);
  const changes = useEndpointChanges(endpoint, close);
  const { set } = changes;
  const isOn = endpoint.status === "enabled";
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2">
        <SendTest endpoint={endpoint} />
        <CopyCurl
          request={{
            method: "POST",
            path: `${endpointPath}/test`,
            input: { id: endpoint.id },
          }}
        />
        <Offered why={why}>
          <Button look="secondary" onClick={() => setAsked("edit")}>
            Edit
          </Button>
          <Button look="secondary" onClick={() => setAsked("rotate")}>
            Rotate secret
          </Button>
          {!isOn && (
            <Button look="secondary" busy={set.isPending} onClick={() => set.mutate("enabled")}>
              Enable
            </Button>
          )}
        </Offered>
        {isOn && (
          <Button look="secondary" busy={set.isPending} onClick={() => setAsked("disable")}>
            Disable
          </Button>
        )}
        <Button look="secondary" onClick={() => setAsked("delete")}>
          Delete
        </Button>
      </div>
      {asked === null && <QueryProblem problem={set.error} />}
      <AskedDialog {...{ endpoint, asked, changes }} onAsked={setAsked} />
    </div>
  );
}

interface AskedProps {
  endpoint: ShownEndpoint;
  asked: OpenDialog;
  changes: ReturnType<typeof useEndpointChanges>;
  onAsked(asked: OpenDialog): void;
}

/** The dialog over the page. */
function AskedDialog({ endpoint, asked, changes: { set, keep }, onAsked }: AskedProps) {
  const { id, url } = endpoint;
  const close = () => onAsked(null);
  if (asked === null) return null;
  if (typeof asked === "object") return <EndpointSecretDialog made={asked} onClose={close} />;
  const shared = { endpoint, onMade: onAsked, onClose: close };
  if (asked === "delete") return <DeleteEndpointDialog {...{ endpoint }} onClose={close} />;
  if (asked === "rotate") return <RotateSecretDialog {...shared} />;
  if (asked === "edit") {
    return <EndpointFormDialog {...shared} onChanged={(changed) => keep.mutate(changed)} />;
  }
  return (
    <ConfirmDialog
      title={`Disable ${url}?`}
      open
      action="Disable endpoint"
      busy={set.isPending}
      aside={
        <CopyCurl request={{ method: "POST", path: `${endpointPath}/disable`, input: { id } }} />
      }
      onClose={close}
      onConfirm={() => set.mutate("disabled")}
    >
      <p>
        Stipend stops sending events to this endpoint, including retries. You can replay missed
        events after you enable the endpoint again.
      </p>
      <QueryProblem problem={set.error} />
    </ConfirmDialog>
  );
}
