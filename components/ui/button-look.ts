export type ButtonLook = "primary" | "secondary" | "quiet" | "danger";

const shape =
  "inline-flex min-h-11 items-center justify-center gap-2 rounded-xl px-4 text-center font-medium text-[0.9375rem] transition-[background-color,border-color,box-shadow,transform] duration-150 active:translate-y-px";

const looks: Record<ButtonLook, string> = {
  primary:
    "bg-action text-on-action shadow-[inset_0_1px_0_rgb(255_255_255/0.14),0_1px_2px_rgb(0_0_0/0.18)] hover:bg-action-hover",
  secondary: "border border-line bg-raised shadow-[0_1px_2px_rgb(0_0_0/0.04)] hover:border-edge",
  quiet: "text-muted hover:text-ink",
  danger: "border border-bad bg-raised text-bad hover:bg-bad-soft",
};

/** The classes of a button, or of a link that looks like one. */
export function buttonLook(look: ButtonLook, wide: boolean | undefined, more = ""): string {
  return `${shape} ${looks[look]} ${wide ? "w-full" : ""} ${more}`;
}
