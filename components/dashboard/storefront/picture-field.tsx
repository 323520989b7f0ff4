"use client";

import type { ReactNode } from "react";
import { TaskProblem } from "@/components/account/task-problem";
import { useTask } from "@/components/account/use-task";
import { FileButton } from "@/components/ui/file-button";
import { TextField } from "@/components/ui/text-field";
import { showToast } from "@/components/ui/toast";
import { checkFileSize } from "@/lib/client/check-file-size";

interface Props {
  name: string;
  label: string;
  hint: ReactNode;
  /** The picture's address. */
  value: string;
  error: string | undefined;
  onChange(url: string): void;
  /** Sends a file in place of an address; null until the picture's object is saved. */
  upload: ((file: File) => Promise<void>) | null;
}

/** A picture, by its address or as a file. */
export function PictureField(props: Props) {
  const { name, label, hint, value, error, onChange, upload } = props;
  const { busy, problem, run } = useTask();
  const send = (file: File) =>
    void run(async () => {
      checkFileSize(file);
      await upload?.(file);
      showToast("Picture saved.");
    });
  return (
    <div className="grid gap-3">
      <TextField
        name={name}
        type="url"
        label={label}
        hint={hint}
        placeholder="https://"
        autoComplete="off"
        maxLength={2_000}
        value={value}
        error={error}
        onChange={({ target }) => onChange(target.value)}
      />
      {upload && <FileButton label={`Upload ${label.toLowerCase()}`} busy={busy} onFile={send} />}
      <TaskProblem problem={problem} />
    </div>
  );
}
