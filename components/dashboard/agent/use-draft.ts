import { useState } from "react";

/** What a form began with, and what it shows now. */
interface Shown<Draft> {
  readonly began: Draft;
  readonly draft: Draft;
}

/** What a form shows after `sent` was saved: what is stored, unless more was typed meanwhile. */
export function shownAfter<Draft>(
  now: Shown<Draft>,
  { sent, stored }: { sent: Draft; stored: Draft },
): Shown<Draft> {
  return now.draft === sent ? { began: stored, draft: stored } : { began: sent, draft: now.draft };
}

/** A form's fields beside those that it began with, which tell what the person has changed. */
export function useDraft<Draft extends object>(first: Draft) {
  const [shown, setShown] = useState<Shown<Draft>>({ began: first, draft: first });
  return {
    ...shown,
    change: (change: Partial<Draft>) =>
      setShown(({ began, draft }) => ({ began, draft: { ...draft, ...change } })),
    settle: (sent: Draft, stored: Draft) => setShown((now) => shownAfter(now, { sent, stored })),
  };
}
