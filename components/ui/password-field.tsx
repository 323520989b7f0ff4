"use client";

import { type ReactNode, useState } from "react";
import { controlLook } from "./control-look";
import { Field } from "./field";
import { useHydrated } from "./use-hydrated";

interface Props {
  name: string;
  label: ReactNode;
  autoComplete: "current-password" | "new-password";
  hint?: ReactNode;
  error?: ReactNode;
  aside?: ReactNode;
}

/** A password, which can be shown while it is typed. */
export function PasswordField({ label, hint, error, aside, ...rest }: Props) {
  const [shown, setShown] = useState(false);
  const ready = useHydrated();
  return (
    <Field label={label} hint={hint} error={error} aside={aside}>
      {(control) => (
        <div className="relative">
          <input
            {...rest}
            {...control}
            type={shown ? "text" : "password"}
            required
            maxLength={128}
            autoCapitalize="off"
            spellCheck={false}
            className={`${controlLook} pr-20`}
          />
          <button
            type="button"
            onClick={() => setShown(!shown)}
            disabled={!ready}
            aria-pressed={shown}
            aria-label="Show the password"
            className="absolute inset-y-0 right-0 min-h-11 rounded-r-xl px-4 text-muted hover:text-ink"
          >
            {shown ? "Hide" : "Show"}
          </button>
        </div>
      )}
    </Field>
  );
}
