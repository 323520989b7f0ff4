/** A merchant's initials on a tile. */
export function MerchantMark({ name }: { name: string }) {
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
