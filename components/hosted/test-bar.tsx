import type { SayHosted } from "./words/hosted/hosted-words";

/** Says in every state that nothing here is real. */
export function TestBar({ say }: { say: SayHosted }) {
  return (
    <aside
      aria-label={say("testBar")}
      className="relative z-10 bg-test px-4 py-1.5 text-center text-on-test text-sm print:hidden"
    >
      <strong className="font-semibold">{say("testBar")}</strong>
      <span aria-hidden="true"> · </span>
      {say("testBarDetail")}
    </aside>
  );
}
