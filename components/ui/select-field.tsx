"use client";

import type { SelectHTMLAttributes } from "react";
import { controlLook } from "./control-look";
import { Field, type FieldProps } from "./field";
import { useTypedBefore } from "./use-typed-before";

interface Props
  extends Omit<SelectHTMLAttributes<HTMLSelectElement>, "id" | "disabled" | "title">,
    Pick<FieldProps, "label" | "hint" | "error" | "wrong"> {
  name: string;
}

/** A choice with its label. */
export function SelectField({ label, hint, error, wrong, children, ...rest }: Props) {
  const select = useTypedBefore<HTMLSelectElement>(rest);
  return (
    <Field label={label} hint={hint} error={error} wrong={wrong}>
      {(control) => (
        <select {...rest} {...control} ref={select} className={controlLook}>
          {children}
        </select>
      )}
    </Field>
  );
}
