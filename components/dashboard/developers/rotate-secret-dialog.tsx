"use client";

import { TaskProblem } from "@/components/account/task-problem";
import { useTask } from "@/components/account/use-task";
import { CopyCurl } from "@/components/dashboard/detail/copy-curl";
import { useApi } from "@/components/dashboard/shell/acting-context";
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
        The old secret stops working immediately, for retries too. Your server rejects webhooks
        until it has the new secret.
      </p>
      <TaskProblem problem={problem} />
    </ConfirmDialog>
  );
}
