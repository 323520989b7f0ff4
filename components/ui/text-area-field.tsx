"use client";

import type { TextareaHTMLAttributes } from "react";
import { controlLook } from "./control-look";
import { Field, type FieldProps } from "./field";
import { useTypedBefore } from "./use-typed-before";

type Native = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "id" | "disabled" | "title">;

interface Props extends Native, Pick<FieldProps, "label" | "hint" | "error" | "wrong"> {
  name: string;
}

/** Some lines of text with their label. */
export function TextAreaField({ label, hint, error, wrong, className = "", ...rest }: Props) {
  const area = useTypedBefore<HTMLTextAreaElement>(rest);
  return (
    <Field {...{ label, hint, error, wrong }}>
      {(control) => (
        <textarea
          {...rest}
          {...control}
          ref={area}
          className={`${controlLook} py-2.5 ${className}`}
        />
      )}
    </Field>
  );
}
