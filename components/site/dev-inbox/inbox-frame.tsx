import type { ReactNode } from "react";
import { StipendMark } from "@/components/ui/stipend-mark";

/** What the pages of the inbox for development have in common. */
export function InboxFrame({ children }: { children: ReactNode }) {
  return (
    <div lang="en" className="min-h-dvh bg-panel">
      <header className="mx-auto flex w-full max-w-4xl flex-wrap items-center justify-between gap-x-6 px-5 py-4 sm:px-8">
        <p className="flex min-h-11 items-center gap-2.5 font-semibold text-lg tracking-tight">
          <StipendMark />
          Stipend
          <span className="rounded-full bg-test-soft px-2.5 py-0.5 font-medium text-test-ink text-xs tracking-normal">
            Local
          </span>
        </p>
        <nav aria-label="This installation">
          <a
            href="/"
            className="-mx-2 inline-flex min-h-11 items-center rounded-lg px-2 text-muted text-sm hover:text-ink"
          >
            Start page
          </a>
        </nav>
      </header>
      <main className="wrap-anywhere mx-auto w-full max-w-4xl px-5 pt-4 pb-20 sm:px-8 lg:pt-8">
        {children}
      </main>
    </div>
  );
}
