export type ButtonLook = "primary" | "secondary" | "quiet" | "danger";

const shape =
  "inline-flex min-h-11 items-center justify-center gap-2 rounded-xl px-4 text-center font-medium text-body pressable";

const looks: Record<ButtonLook, string> = {
  primary: "bg-action text-on-action embossed hover:bg-action-hover",
  secondary: "border border-line bg-raised shadow-xs hover:border-edge",
  quiet: "text-muted hover:text-ink",
  danger: "border border-bad bg-raised text-bad hover:bg-bad-soft",
};

/** The classes of a button, or of a link that looks like one. */
export function buttonLook(look: ButtonLook, wide: boolean | undefined, more = ""): string {
  return `${shape} ${looks[look]} ${wide ? "w-full" : ""} ${more}`;
}
