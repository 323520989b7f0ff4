"use client";

import { useEffect } from "react";
import { usePay } from "./pay-context";

const CHECK_AGAIN_MS = 10_000;

/** Looks at the wallet again every ten seconds while the component is shown. */
export function useCheckAgain(): void {
  const { controller } = usePay();
  useEffect(() => {
    const timer = setInterval(() => void controller.check(), CHECK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [controller]);
}
