import { type ReactNode, useId } from "react";
import { AlertIcon } from "./icons";

/** What a control needs to be told with its label, its hint and its error. */
export interface ControlProps {
  readonly id: string;
  readonly "aria-invalid": true | undefined;
  readonly "aria-describedby": string | undefined;
}

interface Props {
  label: ReactNode;
  hint?: ReactNode;
  /** What is wrong with what was given, and what to do. */
  error?: ReactNode;
  /** Beside the label, e.g. a link. */
  aside?: ReactNode;
  children(control: ControlProps): ReactNode;
}

/** A control with its label, a hint, and what is wrong with it. */
export function Field({ label, hint, error, aside, children }: Props) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className="text-sm">
      <div className="flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {aside}
      </div>
      {children({
        id,
        "aria-invalid": error ? true : undefined,
        "aria-describedby": described || undefined,
      })}
      {error && (
        <p id={`${id}-error`} className="mt-1.5 flex gap-1.5 text-bad">
          <AlertIcon className="mt-0.5 size-4" />
          <span>{error}</span>
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
