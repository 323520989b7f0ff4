/** The classes of what is typed into or chosen from. Text of 16 px keeps phones from zooming in. */
export const controlLook =
  "mt-1.5 block min-h-11 w-full rounded-xl border border-edge bg-canvas px-3 text-base font-normal transition-colors hover:border-ink aria-invalid:border-bad disabled:opacity-60";
