import type { ReactNode } from "react";
import { StipendMark } from "./stipend-mark";

/** A page with one thing to say. */
export function MessagePage(props: { title: string; children: ReactNode; action?: ReactNode }) {
  const { title, children, action } = props;
  return (
    <main className="relative isolate grid min-h-dvh place-items-center overflow-hidden bg-panel px-5 py-16">
      <div
        aria-hidden="true"
        className="guilloche -z-10 absolute size-[40rem] opacity-[0.07] sm:size-[52rem]"
      />
      <div className="w-full max-w-sm text-center">
        <StipendMark className="mx-auto size-9" />
        <h1 className="mt-6 text-balance font-semibold text-2xl tracking-tight">{title}</h1>
        <p className="mt-2 text-pretty text-muted">{children}</p>
        {action && <div className="mt-7 flex justify-center">{action}</div>}
      </div>
    </main>
  );
}
