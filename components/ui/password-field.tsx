"use client";

import { useState } from "react";
import { controlLook } from "./control-look";
import { Field, type FieldProps } from "./field";
import { useHydrated } from "./use-hydrated";

interface Props extends Pick<FieldProps, "label" | "hint" | "error" | "aside"> {
  name: string;
  autoComplete: "current-password" | "new-password";
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
            className="absolute inset-y-0 right-0 min-h-11 rounded-r-xl px-4 text-muted hover:text-ink"
          >
            {shown ? "Hide" : "Show"}
            <span className="sr-only"> password</span>
          </button>
        </div>
      )}
    </Field>
  );
}
