"use client";

import { useEffect, useState } from "react";
import { type CheckoutProblem, problemOf } from "./checkout-problem";

/**
 * Opens a checkout and goes to its page.
 * @returns `problem`: why the last try was refused
 */
export function useCheckout() {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<CheckoutProblem | null>(null);
  useEffect(() => {
    // A buyer who comes back finds the page as it was left.
    const restore = ({ persisted }: PageTransitionEvent) => persisted && setBusy(false);
    window.addEventListener("pageshow", restore);
    return () => window.removeEventListener("pageshow", restore);
  }, []);
  const checkOut = async (open: () => Promise<{ url: string }>) => {
    setBusy(true);
    setProblem(null);
    try {
      location.assign((await open()).url);
    } catch (error) {
      setProblem(problemOf(error));
      setBusy(false);
    }
  };
  return { busy, problem, checkOut };
}
