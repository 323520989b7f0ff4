"use client";

import Link from "next/link";
import { useState } from "react";
import { useAnswer } from "@/components/dashboard/data/use-answer";
import { SendTest } from "@/components/dashboard/developers/send-test";
import { UseInspector } from "@/components/dashboard/developers/use-inspector";
import { useActing } from "@/components/dashboard/shell/acting-context";
import { hrefIn } from "@/components/dashboard/shell/dashboard-frame";
import type { getWebhookInspector } from "@/lib/contract/webhooks/webhook-inspector";
import { GuideStep, type StepStanding } from "./guide-step";

/** Has a webhook sent to our own receiver, or to the merchant's server. */
export function WebhookStep({ onChanged, ...standing }: StepStanding & { onChanged(): void }) {
  const { mode } = useActing();
  const { data, refetch } = useAnswer<typeof getWebhookInspector>(
    { method: "GET", path: "/v1/webhook-inspector" },
    {},
  );
  const endpointId = data?.endpointId ?? null;
  // Keeps the step open after a test webhook, so that the merchant sees it arrive.
  const [hasSent, setHasSent] = useState(false);
  const noteSent = () => {
    setHasSent(true);
    onChanged();
  };
  return (
    <GuideStep {...standing} title="Receive a webhook" staysOpen={hasSent}>
      <p>
        Stipend sends your server a signed POST for each payment. Send it to the inspector to see it
        here, or{" "}
        <Link
          href={hrefIn("/dashboard/developers/webhooks", mode)}
          prefetch={false}
          className="text-ink underline underline-offset-4"
        >
          give the URL of your server
        </Link>
        .
      </p>
      {endpointId === null ? (
        <UseInspector onReady={() => void refetch()} />
      ) : (
        <div className="flex flex-wrap items-center gap-4">
          <SendTest endpoint={{ id: endpointId, status: "enabled" }} onSent={noteSent} />
          <Link
            href={hrefIn("/dashboard/developers/inspector", mode)}
            prefetch={false}
            className="inline-flex min-h-11 items-center text-ink underline underline-offset-4"
          >
            Open the inspector
          </Link>
        </div>
      )}
      {standing.isDone && <p role="status">A webhook arrived, and your server answered 2xx.</p>}
    </GuideStep>
  );
}
