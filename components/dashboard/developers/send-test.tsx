"use client";

import { TaskProblem } from "@/components/account/task-problem";
import { useTask } from "@/components/account/use-task";
import { useApi, useWhyReadOnly } from "@/components/dashboard/shell/acting-context";
import { Button } from "@/components/ui/button";
import { showToast } from "@/components/ui/toast";
import { webhooksOf } from "./webhook-calls";
import type { ShownEndpoint } from "./webhook-shapes";

type Props = { readonly endpoint: Pick<ShownEndpoint, "id" | "status">; onSent?(): void };

/** Has a test event sent to an endpoint. */
export function SendTest({ endpoint: { id, status }, onSent }: Props) {
  const webhooks = webhooksOf(useApi());
  const why = useWhyReadOnly();
  const { busy, problem, run } = useTask();
  const send = () =>
    run(async () => {
      await webhooks.sendTest(id);
      showToast("A test event is on its way.");
      onSent?.();
    });
  return (
    <div className="grid justify-items-center gap-3">
      <Button
        busy={busy}
        disabled={status !== "enabled" || why !== null}
        onClick={() => void send()}
      >
        Send test event
      </Button>
      <TaskProblem problem={problem} />
    </div>
  );
}
