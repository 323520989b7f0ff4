"use client";

import { useQueryClient } from "@tanstack/react-query";
import { TaskProblem } from "@/components/account/task-problem";
import { useLeavingTask } from "@/components/account/use-leaving-task";
import { scopeKey } from "@/components/dashboard/data/query-keys";
import { CopyCurl } from "@/components/dashboard/detail/copy-curl";
import { useActing, useApi } from "@/components/dashboard/shell/acting-context";
import { hrefIn } from "@/components/dashboard/shell/dashboard-frame";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { showToast } from "@/components/ui/toast";
import { endpointPath, webhooksOf } from "./webhook-calls";
import type { ShownEndpoint } from "./webhook-shapes";

const LIST = "/dashboard/developers/webhooks";

/** Asks before an endpoint is deleted, and leads to the others then. */
export function DeleteEndpointDialog(props: {
  endpoint: Pick<ShownEndpoint, "id" | "url">;
  onClose(): void;
}) {
  const { endpoint, onClose } = props;
  const { id } = endpoint;
  const webhooks = webhooksOf(useApi());
  const acting = useActing();
  const client = useQueryClient();
  const { busy, problem, run, leaveFor } = useLeavingTask();
  const remove = () =>
    run(async () => {
      await webhooks.remove(id);
      showToast("Endpoint deleted.");
      leaveFor(hrefIn(LIST, acting.mode));
      void client.invalidateQueries({ queryKey: scopeKey(acting) });
    });
  return (
    <ConfirmDialog
      title={`Delete ${endpoint.url}?`}
      open
      action="Delete endpoint"
      busy={busy}
      typed="delete"
      aside={<CopyCurl request={{ method: "DELETE", path: endpointPath, input: { id } }} />}
      onClose={onClose}
      onConfirm={() => void remove()}
    >
      <p>
        Stipend sends nothing more to this endpoint, including retries. You can’t undo this; what
        was sent stays readable.
      </p>
      <TaskProblem problem={problem} />
    </ConfirmDialog>
  );
}
