"use client";

import { useEffect, useRef, useState } from "react";

/** Which step an entry of the browser's history is at; the first without one. */
const placeOf = (state: unknown): number => (state as { step?: number } | null)?.step ?? 0;

/**
 * The steps of a form. Each is an entry of the browser's history with an address, so that Back goes one step back. What
 * a step holds, such as a ticket, stays in memory: after a reload the form begins anew.
 */
export function useSteps<Step extends { readonly name: string }>(
  first: Step,
): [step: Step, goTo: (step: Step) => void] {
  const [step, setStep] = useState(first);
  const known = useRef(new Map([[0, first]]));
  useEffect(() => {
    const steps = known.current;
    const follow = ({ state }: PopStateEvent) => {
      const found = steps.get(placeOf(state)) ?? steps.get(0);
      if (found) setStep(found);
    };
    window.addEventListener("popstate", follow);
    return () => window.removeEventListener("popstate", follow);
  }, []);
  const goTo = (next: Step) => {
    const { history, location } = window;
    const place = placeOf(history.state) + 1;
    known.current.set(place, next);
    // Next keeps its own state beside it.
    const address = `${location.pathname}${location.search}#${next.name}`;
    history.pushState({ ...history.state, step: place }, "", address);
    setStep(next);
  };
  return [step, goTo];
}
