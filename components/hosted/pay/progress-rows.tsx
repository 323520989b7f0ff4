import { CheckIcon } from "@/components/ui/icons";
import { Spinner } from "@/components/ui/spinner";
import { usePay } from "./pay-context";

/** How far a payment is: signed, sent, received, final. @param reached how many of them are done */
export function ProgressRows({ reached }: { reached: 1 | 2 | 3 }) {
  const { page, say } = usePay();
  const rows = [
    say("stepSigned"),
    say("stepSent", { network: page.network.label }),
    say("stepReceived"),
    say("stepFinal"),
  ];
  return (
    <ol className="rounded-2xl border border-line bg-raised px-4 py-2">
      {rows.map((row, index) => {
        const progress = index < reached ? "done" : index === reached ? "inProgress" : "notYet";
        return (
          <li key={row} className="relative flex min-h-11 items-center gap-3">
            {index > 0 && (
              <span
                aria-hidden="true"
                className={`absolute bottom-1/2 left-[0.6875rem] mb-3.5 h-4 w-0.5 rounded-full ${index <= reached ? "bg-good" : "bg-line"}`}
              />
            )}
            <RowMark progress={progress} />
            <span className={progress === "notYet" ? "text-muted" : "font-medium"}>
              {row}
              <span className="sr-only">: {say(progress)}</span>
            </span>
          </li>
        );
      })}
    </ol>
  );
}

function RowMark({ progress }: { progress: "done" | "inProgress" | "notYet" }) {
  if (progress === "inProgress") return <Spinner className="size-6 text-accent" />;
  const done = progress === "done";
  return (
    <span
      aria-hidden="true"
      className={`grid size-6 shrink-0 place-items-center rounded-full ${done ? "bg-good text-canvas" : "border-2 border-line"}`}
    >
      {done && <CheckIcon className="size-3.5" />}
    </span>
  );
}
