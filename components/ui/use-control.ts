"use client";

import { type ReactNode, useContext, useId } from "react";
import { FormProblemsContext } from "./form-problems";

/** What a control needs to be told with its hint and its error, and what its form reads of it. */
export interface ControlProps {
  readonly id: string;
  readonly "aria-invalid": true | undefined;
  readonly "aria-describedby": string | undefined;
  readonly "data-wrong": string | undefined;
  readonly "data-format": string | undefined;
}

interface ControlOptions {
  hint?: ReactNode;
  /** What is wrong with what was given, and what to do. */
  error?: ReactNode;
  /** What is wrong with the value now: told once the form is sent. */
  wrong?: string | false | undefined;
  /** How it has to be typed: told where the browser finds that it is not. */
  format?: string | undefined;
}

/** Ties a control to its hint and error, whose ids are the control's with `-hint` and `-error`. */
export function useControl({ hint, error: given, wrong, format }: ControlOptions): {
  control: ControlProps;
  /** What the form has found, or else what was given. */
  error: ReactNode;
} {
  const id = useId();
  const error = useContext(FormProblemsContext)[id] ?? given;
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  const control = {
    id,
    "aria-invalid": error ? true : undefined,
    "aria-describedby": described || undefined,
    "data-wrong": wrong || undefined,
    "data-format": format,
  } as const;
  return { control, error };
}
