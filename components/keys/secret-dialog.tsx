"use client";

import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { saveFile } from "@/lib/client/save-file";
import type { NewKey } from "./acting-keys";

/** Shows a new key's text, once: only who says that it is stored gets on. */
export function SecretDialog({ made, onClose }: { made: NewKey; onClose(): void }) {
  const [stored, setStored] = useState(false);
  const id = useId();
  const { secret, kind, name } = made;
  if (!secret) return null;
  const variable = kind === "secret" ? "STIPEND_API_KEY" : "STIPEND_PUBLISHABLE_KEY";
  const save = () =>
    saveFile("stipend.env", new Blob([`${variable}=${secret}\n`], { type: "text/plain" }));
  return (
    <Dialog title={`Your new key “${name}”`} open mustAnswer onClose={onClose}>
      <div className="grid gap-4">
        <Notice tone="wait">
          It is shown this once. {kind === "secret" && "Keep it on your server, never in a page."}
        </Notice>
        <code className="wrap-anywhere rounded-xl border border-line bg-panel px-3 py-2.5 font-mono text-sm">
          {secret}
        </code>
        <div className="flex flex-wrap gap-3">
          <CopyButton text={secret} label="Copy key" copied="Copied" />
          <Button look="secondary" onClick={save}>
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
          <label htmlFor={id}>I have stored the key</label>
        </div>
        <Button wide disabled={!stored} onClick={onClose}>
          Done
        </Button>
      </div>
    </Dialog>
  );
}
