"use client";

import { useApi } from "@/components/dashboard/acting-context";
import { CopyCurl } from "@/components/detail/copy-curl";
import { TaskProblem } from "@/components/identity/task-problem";
import { useTask } from "@/components/identity/use-task";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { endpointPath, webhooksOf } from "./webhook-calls";
import type { NewEndpoint, ShownEndpoint } from "./webhook-shapes";

/** Asks before an endpoint's secret is replaced, after which its server refuses webhooks until it has the new one. */
export function RotateSecretDialog(props: {
  endpoint: Pick<ShownEndpoint, "id" | "url">;
  onMade(made: NewEndpoint): void;
  onClose(): void;
}) {
  const { endpoint, onMade, onClose } = props;
  const webhooks = webhooksOf(useApi());
  const { busy, problem, run } = useTask();
  const rotate = () => run(async () => onMade(await webhooks.rotateSecret(endpoint.id)));
  return (
    <ConfirmDialog
      title={`Rotate the secret of ${endpoint.url}?`}
      open
      action="Rotate secret"
      busy={busy}
      typed="rotate"
      aside={
        <CopyCurl
          request={{
            method: "POST",
            path: `${endpointPath}/rotate-secret`,
            input: { id: endpoint.id },
          }}
        />
      }
      onClose={onClose}
      onConfirm={() => void rotate()}
    >
      <p>
        The old secret is invalid at once, for retries too: your server refuses webhooks until it
        has the new one.
      </p>
      <TaskProblem problem={problem} />
    </ConfirmDialog>
  );
}
