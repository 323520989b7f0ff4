import type { InputHTMLAttributes } from "react";
import { controlLook } from "./control-look";
import { Field, type FieldProps } from "./field";

type Native = Omit<InputHTMLAttributes<HTMLInputElement>, "id" | "disabled" | "title">;

interface Props extends Native, FieldProps {
  name: string;
}

/** A line of text with its label. It keeps what was typed before the page's code came. */
export function TextField(props: Props) {
  const { label, hint, error, wrong, format, aside, className = "", ...rest } = props;
  return (
    <Field {...{ label, hint, error, wrong, format, aside }}>
      {(control) => <input {...rest} {...control} className={`${controlLook} ${className}`} />}
    </Field>
  );
}
