"use client";

import { usePathname } from "next/navigation";
import { lazy, type ReactNode, useEffect, useMemo } from "react";
import { DataProvider } from "@/components/dashboard/data/data-provider";
import { Keyboard } from "@/components/dashboard/keyboard/keyboard";
import { PaletteButton } from "@/components/dashboard/palette/palette-button";
import { ActingProvider } from "@/components/dashboard/shell/acting-context";
import { keepFocus } from "@/components/dashboard/shell/keep-focus";
import { NavList } from "@/components/dashboard/shell/nav-list";
import { NavSheet } from "@/components/dashboard/shell/nav-sheet";
import { StepUp } from "@/components/dashboard/shell/step-up";
import { useFocusOnPage } from "@/components/dashboard/shell/use-focus-on-page";
import { StipendMark } from "@/components/ui/stipend-mark";
import { Toasts } from "@/components/ui/toast";
import type { PrivyApp } from "@/lib/core/identity/privy-app";
import { type ActingAdmin, AdminProvider } from "./admin-context";
import { ConsoleAccount } from "./console-account";
import { consoleEntryOf, pagesOf } from "./console-pages";
import { SessionEnd } from "./session-end";

const loadPalette = () => import("./console-palette");
const ConsolePalette = lazy(async () => ({ default: (await loadPalette()).ConsolePalette }));

interface Props {
  origin: string;
  email: string;
  /** Where people sign in, if not here. */
  elsewhere: PrivyApp | null;
  admin: ActingAdmin;
  children: ReactNode;
}

/** What stands around every page of the console. Its colours are those of `app/admin/console.css`. */
export function ConsoleShell({ origin, email, elsewhere, admin, children }: Props) {
  const path = usePathname() ?? "/admin";
  const groups = useMemo(() => pagesOf(admin.role), [admin.role]);
  const pages = useMemo(() => groups.flatMap(({ entries }) => entries), [groups]);
  const nav = { groups, path, mode: "live", entryOf: consoleEntryOf } as const;
  useFocusOnPage(path);
  useEffect(keepFocus, []);
  const acting = { mode: "live", merchantId: null, status: "active", origin } as const;
  return (
    <div lang="en" className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="sr-only z-40 rounded-xl bg-action px-4 py-2.5 text-on-action focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        Skip to the content
      </a>
      <AdminProvider admin={admin}>
        <ActingProvider acting={{ ...acting, hasModes: false }} elsewhere={elsewhere}>
          <DataProvider>
            <aside
              aria-label="Operator console"
              data-console-bar
              className="px-4 py-1.5 text-center text-sm"
            >
              <strong className="font-semibold">Operator console</strong> · all merchants, test and
              live
            </aside>
            <TopBar email={email} elsewhere={elsewhere}>
              <NavSheet>
                <NavList {...nav} label="Menu" />
              </NavSheet>
            </TopBar>
            <div className="mx-auto flex w-full max-w-[90rem] grow">
              <div className="hidden w-60 shrink-0 border-line border-r lg:block">
                <div className="sticky top-15 max-h-[calc(100dvh-3.75rem)] overflow-y-auto px-4 py-4">
                  <NavList {...nav} label="Console" />
                </div>
              </div>
              <main
                id="content"
                tabIndex={-1}
                className="min-w-0 grow px-4 pt-6 pb-24 sm:px-8 sm:pt-8"
              >
                {children}
                <StepUp isElsewhere={elsewhere !== null} />
                <SessionEnd elsewhere={elsewhere} />
              </main>
            </div>
          </DataProvider>
        </ActingProvider>
      </AdminProvider>
      <Toasts />
      <Keyboard mode="live" pages={pages} />
    </div>
  );
}

function TopBar(props: { email: string; elsewhere: PrivyApp | null; children: ReactNode }) {
  const { email, elsewhere, children } = props;
  return (
    <header className="sticky top-0 z-20 border-line border-b bg-canvas">
      <div className="mx-auto flex h-15 w-full max-w-[90rem] items-center gap-1 px-2 sm:gap-3 sm:px-4">
        {children}
        <a
          href="/admin"
          className="flex min-h-11 min-w-0 items-center gap-2.5 rounded-lg px-1 font-semibold tracking-tight"
        >
          <StipendMark className="size-6 max-sm:hidden" />
          Console
        </a>
        <div className="ml-auto flex min-w-0 shrink-0 items-center sm:gap-3">
          <PaletteButton load={loadPalette}>
            {(props) => <ConsolePalette elsewhere={elsewhere} {...props} />}
          </PaletteButton>
          <ConsoleAccount email={email} elsewhere={elsewhere} />
        </div>
      </div>
    </header>
  );
}
