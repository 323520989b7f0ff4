import type { ReactNode } from "react";
import { TextField } from "./text-field";

interface Props {
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  /** What a mail's link filled in. */
  defaultValue?: string | undefined;
}

/** Six digits in one field, so that a paste, a password manager and a phone's suggestion fill it. */
export function CodeField(props: Props) {
  return (
    <TextField
      {...props}
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCapitalize="off"
      spellCheck={false}
      maxLength={12}
      required
      translate="no"
      className="font-mono text-xl tracking-[0.3em]"
    />
  );
}

/** The digits of what was typed or pasted, without what stands between them. */
export const digitsOf = (typed: string): string => typed.replace(/\D/g, "");
