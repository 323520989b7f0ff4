"use client";

import { TaskProblem } from "@/components/account/task-problem";
import { useTask } from "@/components/account/use-task";
import { useApi, useWhyReadOnly } from "@/components/dashboard/shell/acting-context";
import { Button } from "@/components/ui/button";
import { Offered } from "@/components/ui/offered";
import { showToast } from "@/components/ui/toast";
import { webhooksOf } from "./webhook-calls";
import type { ShownEndpoint } from "./webhook-shapes";

type Props = { readonly endpoint: Pick<ShownEndpoint, "id" | "status">; onSent?(): void };

/** Has a test event sent to an endpoint. */
export function SendTest({ endpoint: { id, status }, onSent }: Props) {
  const webhooks = webhooksOf(useApi());
  const readOnly = useWhyReadOnly();
  const why = status === "enabled" ? readOnly : "Enable the endpoint to send it a test event.";
  const { busy, problem, run } = useTask();
  const send = () =>
    run(async () => {
      await webhooks.sendTest(id);
      showToast("A test event is on its way.");
      onSent?.();
    });
  return (
    <div className="grid justify-items-center gap-3">
      <Offered why={why}>
        <Button busy={busy} onClick={() => void send()}>
          Send test event
        </Button>
      </Offered>
      <TaskProblem problem={problem} />
    </div>
  );
}
