/** A product's picture in a square that is there before it; without one, the product's first letter. */
export function ProductPicture({
  name,
  url,
  eager,
}: {
  name: string;
  url: string | null;
  eager?: boolean;
}) {
  return (
    <div className="aspect-[4/3] w-full overflow-hidden rounded-2xl border border-line bg-panel">
      {url ? (
        <img
          src={url}
          alt=""
          width={800}
          height={800}
          loading={eager ? "eager" : "lazy"}
          decoding="async"
          className="size-full object-cover"
        />
      ) : (
        <span
          aria-hidden="true"
          className="grid size-full select-none place-items-center font-semibold text-5xl text-muted/50"
        >
          {[...name.trim()][0]?.toLocaleUpperCase() ?? "·"}
        </span>
      )}
    </div>
  );
}
