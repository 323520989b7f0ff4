import type { InputHTMLAttributes, ReactNode } from "react";
import { controlLook } from "./control-look";
import { Field } from "./field";

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, "id"> {
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  aside?: ReactNode;
}

/** A line of text with its label. It keeps what was typed before the page's code came. */
export function TextField({ label, hint, error, aside, className = "", ...rest }: Props) {
  return (
    <Field label={label} hint={hint} error={error} aside={aside}>
      {(control) => <input {...rest} {...control} className={`${controlLook} ${className}`} />}
    </Field>
  );
}
