"use client";

import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Notice } from "@/components/ui/notice";
import { OnceDialog } from "@/components/ui/once-dialog";
import { saveFile } from "@/lib/client/save-file";

const codesLook = "grid grid-cols-2 gap-x-6 gap-y-1.5 rounded-xl bg-panel p-4 font-mono text-sm";

/** Shows the recovery codes, once, until the person says that they are stored. */
export function RecoveryCodesDialog(props: {
  codes: readonly string[];
  /** The account had codes before, which no longer work. */
  replaces?: boolean;
  onStored(): void;
}) {
  const { codes, replaces = false, onStored } = props;
  const text = codes.join("\n");
  return (
    <OnceDialog
      title="Save your recovery codes"
      stored="I have stored them in a safe place"
      onClose={onStored}
    >
      <p className="text-pretty text-muted text-sm">
        If you lose your authenticator app or your passkeys, sign in with one of these codes. Each
        code works once. We won’t show them again.
      </p>
      {replaces && (
        <Notice tone="wait">
          Your earlier recovery codes no longer work. Replace them wherever you stored them.
        </Notice>
      )}
      <ul aria-label="Recovery codes" translate="no" className={codesLook}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={text} label="Copy all" copied="Copied" />
        <Button look="secondary" onClick={() => download(text)}>
          Download
        </Button>
      </div>
    </OnceDialog>
  );
}

function download(text: string): void {
  saveFile("stipend-recovery-codes.txt", new Blob([`${text}\n`], { type: "text/plain" }));
}
