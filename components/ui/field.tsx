"use client";

import type { ReactNode } from "react";
import { AlertIcon } from "./icons";
import { type ControlProps, useControl } from "./use-control";

/** What stands around a control. */
export interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  /** What is wrong with what was given, and what to do. */
  error?: ReactNode;
  /** What is wrong with what is typed now: told once the form is sent. */
  wrong?: string | false | undefined;
  /** How it has to be typed: told where the browser finds that it is not. */
  format?: string | undefined;
  /** What is found out about what is typed: told as it changes, unless something is wrong with it. Null: nothing yet. */
  status?: ReactNode;
  /** Beside the label, e.g. a link. */
  aside?: ReactNode;
}

/** A control with its label, a hint, and what is wrong with it. */
export function Field(props: FieldProps & { children(control: ControlProps): ReactNode }) {
  const { label, hint, status, aside, children } = props;
  const { control, error } = useControl(props);
  const { id } = control;
  return (
    <div className="text-sm">
      <div className="flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {aside}
      </div>
      {children(control)}
      {error && (
        <p id={`${id}-error`} className="mt-1.5 flex gap-1.5 text-bad">
          <AlertIcon className="mt-0.5 size-4" />
          <span>{error}</span>
        </p>
      )}
      {status !== undefined && (
        <p role="status" className="mt-1.5 empty:hidden">
          {!error && status}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}
