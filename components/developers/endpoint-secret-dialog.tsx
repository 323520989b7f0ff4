"use client";

import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { saveFile } from "@/lib/client/save-file";
import type { NewEndpoint } from "./webhook-shapes";

/** Shows an endpoint's new signing secret, once: only who says that it is stored gets on. */
export function EndpointSecretDialog({ made, onClose }: { made: NewEndpoint; onClose(): void }) {
  const [stored, setStored] = useState(false);
  const id = useId();
  const { secret } = made;
  if (!secret) return null;
  return (
    <Dialog title="The endpoint's signing secret" open mustAnswer onClose={onClose}>
      <div className="grid gap-4">
        <Notice tone="wait">
          It is shown this once. Your server verifies with it that a webhook is from us.
        </Notice>
        <code className="wrap-anywhere rounded-xl border border-line bg-panel px-3 py-2.5 font-mono text-sm">
          {secret}
        </code>
        <div className="flex flex-wrap gap-3">
          <CopyButton text={secret} label="Copy secret" copied="Copied" />
          <Button
            look="secondary"
            onClick={() =>
              saveFile(
                "stipend-webhook.env",
                new Blob([`STIPEND_WEBHOOK_SECRET=${secret}\n`], { type: "text/plain" }),
              )
            }
          >
            Download .env
          </Button>
        </div>
        <div className="flex min-h-11 items-center gap-3 text-sm">
          <input
            id={id}
            type="checkbox"
            checked={stored}
            onChange={({ target }) => setStored(target.checked)}
            className="size-5 shrink-0 accent-action"
          />
          <label htmlFor={id}>I have stored the secret</label>
        </div>
        <Button wide disabled={!stored} onClick={onClose}>
          Done
        </Button>
      </div>
    </Dialog>
  );
}
