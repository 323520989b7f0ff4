"use client";

import { useState } from "react";
import { TaskProblem } from "@/components/account/task-problem";
import { useTask } from "@/components/account/use-task";
import { useActing, useApi, useWhyReadOnly } from "@/components/dashboard/shell/acting-context";
import { Button } from "@/components/ui/button";
import { Offered } from "@/components/ui/offered";
import { eventKinds } from "@/lib/core/webhooks/event-kinds";
import { EndpointSecretDialog } from "./endpoint-secret-dialog";
import { webhooksOf } from "./webhook-calls";
import type { NewEndpoint } from "./webhook-shapes";

/** Opens the inspector and makes an endpoint that sends everything to it. */
export function UseInspector({ onReady }: { onReady(): void }) {
  const { mode } = useActing();
  const why = useWhyReadOnly();
  const webhooks = webhooksOf(useApi());
  const { busy, problem, run } = useTask();
  const [made, setMade] = useState<NewEndpoint | null>(null);
  const open = () =>
    run(async () => {
      const { url, endpointId } = await webhooks.openInspector();
      if (url === null || endpointId !== null) return onReady();
      const input = { url, mode, events: [...eventKinds], description: "Webhook inspector" };
      setMade(await webhooks.create(input));
    });
  return (
    <div className="grid justify-items-start gap-3">
      <Offered why={why}>
        <Button busy={busy} onClick={() => void open()}>
          Use the inspector
        </Button>
      </Offered>
      <TaskProblem problem={problem} />
      {made && (
        <EndpointSecretDialog
          made={made}
          onClose={() => {
            setMade(null);
            onReady();
          }}
        />
      )}
    </div>
  );
}
