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
  /**
   * Takes a file in place of an address: sends it, or keeps it until there is an object that it can be sent for; null
   * where neither can be done.
   * @returns what became of it
   */
  upload: ((file: File) => Promise<"saved" | "kept">) | null;
  /** The name of the file that is kept. */
  keptFile?: string | undefined;
}

/** A picture, by its address or as a file. */
export function PictureField(props: Props) {
  const { name, label, hint, value, error, onChange, upload, keptFile } = props;
  const { busy, problem, run } = useTask();
  const send = (file: File) =>
    void run(async () => {
      checkFileSize(file);
      if ((await upload?.(file)) === "saved") showToast("Picture saved.");
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
      <p role="status" className="wrap-anywhere text-muted text-sm empty:hidden">
        {keptFile !== undefined && `${keptFile} is uploaded once you create it.`}
      </p>
      <TaskProblem problem={problem} />
    </div>
  );
}
