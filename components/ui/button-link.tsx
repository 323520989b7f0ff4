import type { AnchorHTMLAttributes, ReactNode } from "react";
import { type ButtonLook, buttonLook } from "./button-look";

interface Props extends AnchorHTMLAttributes<HTMLAnchorElement> {
  look?: ButtonLook;
  wide?: boolean;
  children: ReactNode;
}

/** A link that looks like a button, for going somewhere. */
export function ButtonLink({ look = "primary", wide, className, ...rest }: Props) {
  return <a {...rest} className={buttonLook(look, wide, className)} />;
}
