"use client";

import type { InputHTMLAttributes } from "react";
import { controlLook } from "./control-look";
import { Field, type FieldProps } from "./field";
import { useTypedBefore } from "./use-typed-before";

type Native = Omit<InputHTMLAttributes<HTMLInputElement>, "id" | "disabled" | "title">;

interface Props extends Native, FieldProps {
  name: string;
}

/** A line of text with its label. */
export function TextField(props: Props) {
  const { label, hint, error, wrong, format, status, aside, className = "", ...rest } = props;
  const input = useTypedBefore<HTMLInputElement>(rest);
  return (
    <Field {...{ label, hint, error, wrong, format, status, aside }}>
      {(control) => (
        <input {...rest} {...control} ref={input} className={`${controlLook} ${className}`} />
      )}
    </Field>
  );
}
