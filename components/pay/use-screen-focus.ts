"use client";

import { useEffect, useRef } from "react";
import { screenTitleId } from "./screen-frame";
import type { Screen } from "./screen-of";

/** Moves the focus to the heading whenever the screen changes, so that it is read out. */
export function useScreenFocus(screen: Screen): void {
  const shown = useRef(screen);
  useEffect(() => {
    if (shown.current === screen) return;
    // Wallets that turn up are no change that the payer asked for.
    const quiet = shown.current === "looking" && (screen === "choose" || screen === "no_wallet");
    shown.current = screen;
    if (!quiet) document.getElementById(screenTitleId)?.focus();
  }, [screen]);
}
