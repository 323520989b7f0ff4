"use client";

import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { OnceDialog } from "@/components/ui/once-dialog";
import { saveFile } from "@/lib/client/save-file";

const codesLook = "grid grid-cols-2 gap-x-6 gap-y-1.5 rounded-xl bg-panel p-4 font-mono text-sm";

/** Shows the recovery codes, once, until the person says that they are stored. */
export function RecoveryCodesDialog(props: { codes: readonly string[]; onStored(): void }) {
  const { codes, onStored } = props;
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
