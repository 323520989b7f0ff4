import { Spinner } from "@/components/ui/spinner";
import { usePay } from "./pay-context";

/** Says that the server cannot be reached; what is on the screen stays. */
export function Reconnecting() {
  const { state, say } = usePay();
  return (
    <div role="status">
      {!state.live && (
        <p className="mb-6 flex items-center gap-2.5 rounded-xl bg-test-soft px-4 py-3 text-sm">
          <Spinner className="size-4 text-test-ink" />
          {say(navigator.onLine ? "reconnecting" : "offline")}
        </p>
      )}
    </div>
  );
}
