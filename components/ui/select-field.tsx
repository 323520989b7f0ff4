import type { ReactNode, SelectHTMLAttributes } from "react";
import { controlLook } from "./control-look";
import { Field } from "./field";

interface Props extends Omit<SelectHTMLAttributes<HTMLSelectElement>, "id"> {
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
}

/** A choice with its label. */
export function SelectField({ label, hint, error, children, ...rest }: Props) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <select {...rest} {...control} className={controlLook}>
          {children}
        </select>
      )}
    </Field>
  );
}
