import type { HostedMerchant } from "@/lib/contract/merchants/hosted-merchant";

interface Props {
  merchant: Pick<HostedMerchant, "name" | "logo">;
  /** Of the logo. */
  alt: string;
}

const HEIGHT = 36;
const MAX_WIDTH = 132;

/** A merchant's logo, or its initials on a tile. Its room is known before it is loaded. */
export function MerchantMark({ merchant: { name, logo }, alt }: Props) {
  if (logo) {
    const width = Math.round((HEIGHT * logo.width) / logo.height);
    return (
      <img
        src={logo.path}
        alt={alt}
        width={Math.min(Math.max(width, HEIGHT), MAX_WIDTH)}
        height={HEIGHT}
        className={`h-9 max-w-24 shrink-0 rounded-[0.6rem] object-contain sm:max-w-none dark:bg-white ${width > HEIGHT ? "dark:p-1" : ""}`}
      />
    );
  }
  return (
    <span
      aria-hidden="true"
      className="grid size-9 shrink-0 place-items-center rounded-[0.6rem] bg-action font-semibold text-on-action text-sm tracking-tight"
    >
      {initialsOf(name)}
    </span>
  );
}

/** The first characters of the first two words, as a reader counts characters. */
export function initialsOf(name: string): string {
  const segments = new Intl.Segmenter(undefined, { granularity: "grapheme" });
  const words = name.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const firsts = words.slice(0, 2).map((word) => {
    const first = word.search(/[\p{L}\p{N}]/u);
    return [...segments.segment(word.slice(first))][0]?.segment ?? "";
  });
  return firsts.join("").toLocaleUpperCase() || "·";
}
