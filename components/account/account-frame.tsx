import type { ReactNode } from "react";
import { StipendMark } from "@/components/ui/stipend-mark";

/** What the pages of signing in and up have in common. */
export function AccountFrame({ children }: { children: ReactNode }) {
  return (
    <div
      lang="en"
      className="relative isolate grid min-h-dvh grid-rows-[auto_1fr] overflow-hidden bg-panel"
    >
      <div
        aria-hidden="true"
        className="guilloche -z-10 absolute right-[-22rem] bottom-[-20rem] size-[46rem] opacity-[0.08]"
      />
      <header className="px-5 py-4 sm:px-8">
        <a
          href="/"
          className="inline-flex min-h-11 items-center gap-2.5 font-semibold text-lg tracking-tight"
        >
          <StipendMark />
          Stipend
        </a>
      </header>
      <main className="grid content-start justify-items-center px-5 pt-4 pb-16 sm:content-center sm:pt-0 sm:pb-28">
        <div className="w-full max-w-md rounded-2xl border border-line bg-raised p-6 sm:p-8">
          <noscript>
            <p className="mb-5 rounded-xl bg-test-soft px-4 py-3 text-sm">
              Signing in needs JavaScript. Turn it on and load this page again.
            </p>
          </noscript>
          {children}
        </div>
      </main>
    </div>
  );
}
