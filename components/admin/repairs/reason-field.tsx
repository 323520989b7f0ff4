"use client";

import { TextField } from "@/components/ui/text-field";

interface Props {
  value: string;
  /** Says who does not see it, where that is unclear. */
  hint?: string;
  error: string | undefined;
  onChange(reason: string): void;
}

/** Why something is done by hand: the audit log keeps it. */
export function ReasonField({ value, hint = "For the audit log.", error, onChange }: Props) {
  return (
    <div className="text-ink">
      <TextField
        name="reason"
        label="Reason"
        hint={hint}
        autoComplete="off"
        required
        maxLength={500}
        value={value}
        wrong={value.trim() === "" && "Say why, for the audit log."}
        error={error}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
}
