"use client";

import { type ChangeEvent, type InputHTMLAttributes, useRef } from "react";
import { controlLook } from "./control-look";
import { Field, type FieldProps } from "./field";
import { useOnce } from "./use-once";

type Native = Omit<InputHTMLAttributes<HTMLInputElement>, "id" | "disabled" | "title">;

interface Props extends Native, FieldProps {
  name: string;
}

/** A line of text with its label. It keeps what was typed before the page's code came. */
export function TextField(props: Props) {
  const { label, hint, error, wrong, format, status, aside, className = "", ...rest } = props;
  const input = useRef<HTMLInputElement>(null);
  // React leaves it in the field as it hydrates, tells of no change, and overwrites it later.
  useOnce(() => {
    const target = input.current;
    if (!target || rest.value === undefined || target.value === String(rest.value)) return;
    rest.onChange?.({ target, currentTarget: target } as ChangeEvent<HTMLInputElement>);
  });
  return (
    <Field {...{ label, hint, error, wrong, format, status, aside }}>
      {(control) => (
        <input {...rest} {...control} ref={input} className={`${controlLook} ${className}`} />
      )}
    </Field>
  );
}
