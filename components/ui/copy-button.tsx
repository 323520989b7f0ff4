"use client";

import { useState } from "react";
import { CheckIcon, CopyIcon } from "./icons";
import { useHydrated } from "./use-hydrated";

const SHOWN_MS = 2_000;

interface Props {
  text: string;
  label: string;
  copied: string;
  /** Only the icon is seen; the label is still read out. */
  compact?: boolean;
  /** Beside an action that matters more. */
  quiet?: boolean;
}

const looks = {
  compact:
    "-my-2 -mr-3 inline-flex size-11 items-center justify-center rounded-lg align-middle text-muted transition-colors hover:text-ink sm:-mr-2 sm:size-8",
  quiet:
    "inline-flex min-h-11 items-center gap-2 text-muted text-sm transition-colors hover:text-ink",
  plain:
    "inline-flex min-h-11 items-center justify-center gap-2 rounded-xl border border-line bg-raised px-4 font-medium text-sm transition-colors hover:border-edge",
};

/** Copies a text to the clipboard and says so. */
export function CopyButton({ text, label, copied, compact = false, quiet = false }: Props) {
  const [done, setDone] = useState(false);
  const ready = useHydrated();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setDone(true);
      setTimeout(() => setDone(false), SHOWN_MS);
    } catch {
      // The browser refuses it: the text is on the page.
    }
  };
  return (
    <button
      type="button"
      onClick={copy}
      disabled={!ready}
      aria-label={compact ? label : undefined}
      className={looks[compact ? "compact" : quiet ? "quiet" : "plain"]}
    >
      {done ? <CheckIcon className="size-4 text-good" /> : <CopyIcon className="size-4" />}
      {!compact && (done ? copied : label)}
      <span role="status" className="sr-only">
        {done ? copied : ""}
      </span>
    </button>
  );
}
