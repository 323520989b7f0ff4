import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode } from "react";
import { Spinner } from "./spinner";

type Look = "primary" | "secondary" | "quiet";

const shape =
  "inline-flex min-h-11 items-center justify-center gap-2 rounded-xl px-4 text-center font-medium text-[0.9375rem] transition-[background-color,border-color,box-shadow,transform] duration-150 active:translate-y-px disabled:active:translate-y-0";

const looks: Record<Look, string> = {
  primary:
    "bg-action text-on-action shadow-[inset_0_1px_0_rgb(255_255_255/0.14),0_1px_2px_rgb(0_0_0/0.18)] hover:bg-action-hover disabled:opacity-60 disabled:hover:bg-action",
  secondary:
    "border border-line bg-raised shadow-[0_1px_2px_rgb(0_0_0/0.04)] hover:border-edge disabled:opacity-60",
  quiet: "text-muted hover:text-ink",
};

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: Look;
  /** Keeps the label and shows that something is under way. */
  busy?: boolean;
  wide?: boolean;
}

export function Button({
  look = "primary",
  busy,
  wide,
  className,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={rest.disabled || busy}
      aria-busy={busy || undefined}
      className={`${shape} ${looks[look]} ${wide ? "w-full" : ""} ${className ?? ""}`}
    >
      {busy && <Spinner className="size-4" />}
      {children}
    </button>
  );
}

interface ButtonLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  look?: Look;
  wide?: boolean;
  children: ReactNode;
}

/** A link that looks like a button, for going somewhere. */
export function ButtonLink({ look = "primary", wide, className, ...rest }: ButtonLinkProps) {
  return (
    <a {...rest} className={`${shape} ${looks[look]} ${wide ? "w-full" : ""} ${className ?? ""}`} />
  );
}
