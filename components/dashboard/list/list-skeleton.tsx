const rows = ["a", "b", "c", "d", "e", "f"];

/** Holds the place of a list that is being read; it is seen after 200 ms. */
export function ListSkeleton({ noun }: { noun: string }) {
  return (
    <div role="status" className="animate-late divide-y divide-line">
      <span className="sr-only">Loading {noun}</span>
      {rows.map((row) => (
        <span key={row} aria-hidden="true" className="flex items-center justify-between py-3.5">
          <span className="h-4 w-2/5 rounded bg-panel" />
          <span className="h-4 w-24 rounded bg-panel" />
        </span>
      ))}
    </div>
  );
}
