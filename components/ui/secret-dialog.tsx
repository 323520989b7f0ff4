"use client";

import type { ReactNode } from "react";
import { saveFile } from "@/lib/client/save-file";
import { Button } from "./button";
import { CodeLine } from "./code-line";
import { CopyButton } from "./copy-button";
import { Notice } from "./notice";
import { OnceDialog } from "./once-dialog";

interface Props {
  title: string;
  /** What it is, in a word, e.g. "key". */
  noun: string;
  secret: string;
  /** Where it belongs, and what it is for. */
  text: ReactNode;
  /** The file that it is saved as, and its name there. */
  file: { readonly name: string; readonly variable: string };
  onClose(): void;
}

/** Shows a secret once, to be copied or saved. */
export function SecretDialog({ title, noun, secret, text, file, onClose }: Props) {
  const save = () =>
    saveFile(file.name, new Blob([`${file.variable}=${secret}\n`], { type: "text/plain" }));
  return (
    <OnceDialog title={title} stored={`I have stored the ${noun}`} onClose={onClose}>
      <Notice tone="wait">It’s shown only once. {text}</Notice>
      <CodeLine large text={secret} />
      <div className="flex flex-wrap gap-3">
        <CopyButton text={secret} label={`Copy ${noun}`} copied="Copied" />
        <Button look="secondary" onClick={save}>
          Download .env
        </Button>
      </div>
    </OnceDialog>
  );
}
