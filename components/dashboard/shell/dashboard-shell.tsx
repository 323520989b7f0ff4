"use client";

import { usePathname } from "next/navigation";
import { lazy, type ReactNode, useEffect } from "react";
import { DataProvider } from "@/components/dashboard/data/data-provider";
import { Keyboard } from "@/components/dashboard/keyboard/keyboard";
import { NotificationBell } from "@/components/dashboard/notifications/notification-bell";
import { PaletteButton } from "@/components/dashboard/palette/palette-button";
import { AlertIcon } from "@/components/ui/icons";
import { StipendMark } from "@/components/ui/stipend-mark";
import { Toasts } from "@/components/ui/toast";
import type { Mode } from "@/lib/core/modes";
import { AccountMenu } from "./account-menu";
import { ActingProvider } from "./acting-context";
import { BusinessSwitcher } from "./business-switcher";
import { type DashboardFrame, hrefIn, needsNoBusiness } from "./dashboard-frame";
import { FirstSync } from "./first-sync";
import { keepFocus } from "./keep-focus";
import { ModeSwitch } from "./mode-switch";
import { entryOf, navGroups, navPages } from "./nav-entries";
import { NavList } from "./nav-list";
import { NavSheet } from "./nav-sheet";
import { StepUp } from "./step-up";
import { useFocusOnPage } from "./use-focus-on-page";
import { useSearch } from "./use-search";

const dashboardNav = { groups: navGroups, entryOf };
const loadPalette = () => import("@/components/dashboard/palette/palette");
const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }));

interface Props {
  /** The page's own path and mode are those of the address. */
  frame: Omit<DashboardFrame, "path" | "mode">;
  children: ReactNode;
}

/** What stands around every page of the dashboard; it stays while pages come and go. */
export function DashboardShell({ frame: given, children }: Props) {
  const path = usePathname() ?? "/dashboard";
  const mode: Mode = useSearch().get("mode") === "live" ? "live" : "test";
  const frame = { ...given, path, mode };
  const { business, elsewhere } = frame;
  useFocusOnPage(path);
  useEffect(keepFocus, []);
  return (
    <div lang="en" className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="sr-only z-40 rounded-xl bg-action px-4 py-2.5 text-on-action focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        Skip to the content
      </a>
      <ActingProvider acting={actingOf(frame)} elsewhere={elsewhere}>
        <DataProvider>
          <ModeBars frame={frame} />
          <TopBar frame={frame} />
          <div className="mx-auto flex w-full max-w-[90rem] grow">
            <div className="hidden w-60 shrink-0 border-line border-r lg:block">
              <div className="sticky top-15 max-h-[calc(100dvh-3.75rem)] overflow-y-auto px-4 py-4">
                <NavList {...{ mode, path }} {...dashboardNav} label="Dashboard" />
              </div>
            </div>
            <main
              id="content"
              tabIndex={-1}
              className="min-w-0 grow px-4 pt-6 pb-24 sm:px-8 sm:pt-8"
            >
              {business || needsNoBusiness(path) ? children : <FirstSync />}
              <StepUp isElsewhere={elsewhere !== null} />
            </main>
          </div>
        </DataProvider>
      </ActingProvider>
      <Toasts />
      <Keyboard mode={mode} pages={navPages} />
    </div>
  );
}

const actingOf = ({ mode, business, origin, connectors }: DashboardFrame) => ({
  mode,
  origin,
  connectors,
  merchantId: business?.id ?? null,
  status: business?.status ?? "active",
});

function TopBar({ frame }: { frame: DashboardFrame }) {
  const { path, mode, hasLive, email, elsewhere, business, businesses } = frame;
  return (
    <header className="sticky top-0 z-20 border-line border-b bg-canvas">
      <div className="mx-auto flex h-15 w-full max-w-[90rem] items-center gap-1 px-2 sm:gap-3 sm:px-4">
        <NavSheet>
          <NavList {...{ mode, path }} {...dashboardNav} label="Menu" />
        </NavSheet>
        <a
          href={hrefIn("/dashboard", mode)}
          aria-label="Stipend, home"
          className="hidden size-11 shrink-0 place-items-center sm:grid"
        >
          <StipendMark />
        </a>
        <BusinessSwitcher business={business} businesses={businesses} mode={mode} />
        <div className="ml-auto flex shrink-0 items-center sm:gap-3">
          <PaletteButton load={loadPalette}>
            {(props) => <Palette frame={frame} {...props} />}
          </PaletteButton>
          <div className="hidden sm:block">
            <ModeSwitch path={path} mode={mode} hasLive={hasLive} />
          </div>
          {business && <NotificationBell />}
          <AccountMenu email={email} mode={mode} elsewhere={elsewhere} />
        </div>
      </div>
    </header>
  );
}

/** Says what is real, with the switch where the bar below has no room for it, and what a business may not do. */
function ModeBars({ frame: { path, mode, hasLive, business } }: { frame: DashboardFrame }) {
  const look = mode === "test" ? "bg-test text-on-test" : "border-line border-b sm:hidden";
  return (
    <>
      <div
        className={`flex items-center justify-between gap-3 px-4 text-sm sm:justify-center ${look}`}
      >
        {mode === "test" ? (
          <aside aria-label="Test mode" className="py-1.5 sm:text-center">
            <strong className="font-semibold">Test mode</strong> · no real money
          </aside>
        ) : (
          <aside aria-label="Live mode" className="text-muted">
            Live mode
          </aside>
        )}
        <div className="py-1 sm:hidden">
          <ModeSwitch path={path} mode={mode} hasLive={hasLive} />
        </div>
      </div>
      {business && business.status !== "active" && (
        <aside
          aria-label="The business's state"
          className="flex items-center justify-center gap-2 bg-bad-soft px-4 py-2 text-center text-sm"
        >
          <AlertIcon className="size-4 text-bad" />
          {business.status === "suspended"
            ? "This business is suspended. Existing subscriptions and payments continue, but you can’t create anything new. Contact support."
            : "This business is closed. You can still view its data, refund payments and end what is open."}
        </aside>
      )}
    </>
  );
}
