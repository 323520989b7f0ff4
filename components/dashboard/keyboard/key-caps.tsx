/** Keys, one after the other. */
export function KeyCaps({ keys }: { keys: readonly string[] }) {
  return keys.map((key) => (
    <kbd
      key={key}
      translate="no"
      className="grid min-w-6 place-items-center rounded-md border border-line bg-panel px-1.5 py-0.5 font-mono text-xs"
    >
      {key}
    </kbd>
  ));
}
