/** Holds the place of what is still being read. It is seen only after 200 ms, so that nothing flickers. */
export function Skeleton({ lines = 3, label }: { lines?: number; label: string }) {
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">{label}</span>
      {Array.from({ length: lines }, (_, line) => line).map((line) => (
        <span
          key={line}
          aria-hidden="true"
          className="h-5 animate-late rounded-lg bg-panel last:w-2/3"
        />
      ))}
    </div>
  );
}
