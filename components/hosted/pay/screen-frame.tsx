"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { usePay } from "./pay-context";

interface Props {
  title: ReactNode;
  /** One or two sentences under the title. */
  intro?: ReactNode;
  /** Stands above the title: a mark of how it went. */
  mark?: ReactNode;
  children?: ReactNode;
  /** What the screen is for: on a phone it stays in reach at the bottom. */
  actions?: ReactNode;
}

/** One state of the pay page: heading, words, and what can be done. */
export function ScreenFrame({ title, intro, mark, children, actions }: Props) {
  return (
    <div className="animate-appear">
      {mark}
      <h2
        ref={useFocusOnChange()}
        tabIndex={-1}
        className="text-balance font-semibold text-xl tracking-tight"
      >
        {title}
      </h2>
      {intro && <p className="mt-1.5 text-pretty text-body text-muted">{intro}</p>}
      {children && <div className="mt-6 grid grid-cols-1 gap-5">{children}</div>}
      {actions && (
        <div className="-mx-5 sticky bottom-0 z-10 mt-5 border-line border-t bg-canvas px-5 py-3 sm:mx-0 sm:px-0 lg:static lg:border-t-0 lg:py-0">
          {actions}
        </div>
      )}
    </div>
  );
}

/** The heading takes the focus whenever the screen changes, so that it is read out; tab and first heading say the same. */
function useFocusOnChange() {
  const { screen, shown, page } = usePay();
  const merchant = page.merchant.name;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const before = shown.current;
    shown.current = screen;
    const foundWallets = before === "looking" && (screen === "choose" || screen === "no_wallet");
    // Neither is opening the page a change, nor that wallets turn up.
    if (before === screen || foundWallets) return;
    heading.current?.focus();
    const state = heading.current?.textContent ?? "";
    document.title = `${state} · ${merchant}`;
    // Rendered on the server, beside the amount.
    const named = document.getElementById("pay-state");
    if (named) named.textContent = state;
  }, [screen, shown, merchant]);
  return heading;
}
