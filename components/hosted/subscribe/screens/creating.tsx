import { useEffect, useState } from "react";
import { usePay } from "@/components/hosted/pay/pay-context";
import { ScreenFrame } from "@/components/hosted/pay/screen-frame";
import { TxLink } from "@/components/hosted/pay/tx-link";
import { followEnrolment } from "@/components/hosted/subscribe/follow-enrolment";
import { useSubscribing } from "@/components/hosted/subscribe/subscribe-context";
import { Fact, Facts } from "@/components/ui/facts";
import { CheckIcon } from "@/components/ui/icons";
import { Notice } from "@/components/ui/notice";
import { Spinner } from "@/components/ui/spinner";

const SLOW_MS = 30_000;

/** Relayed, and not final on the chain yet. */
export function Creating() {
  const { page, say } = usePay();
  const { own, subscriber, words } = useSubscribing();
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => followEnrolment(subscriber), [subscriber]);
  const txHash = own.standing?.txHash ?? null;
  const network = page.network.label;
  const reached = txHash ? 2 : 1;
  const rows = [say("stepSigned"), say("stepSent", { network }), words("stepStarted")];
  return (
    <ScreenFrame title={words("creatingTitle")} intro={words("creatingIntro", { network })}>
      <ol className="rounded-2xl border border-line bg-raised px-4 py-2">
        {rows.map((row, index) => (
          <Row
            key={row}
            text={row}
            progress={index < reached ? "done" : index === reached ? "inProgress" : "notYet"}
          />
        ))}
      </ol>
      <div role="status" className="empty:absolute">
        {slow && <Notice tone="wait">{words("creatingSlow")}</Notice>}
      </div>
      {txHash && (
        <Facts>
          <Fact name={say("transaction")}>
            <TxLink hash={txHash} />
          </Fact>
        </Facts>
      )}
    </ScreenFrame>
  );
}

function Row({ text, progress }: { text: string; progress: "done" | "inProgress" | "notYet" }) {
  const { say } = usePay();
  const done = progress === "done";
  return (
    <li className="flex min-h-11 items-center gap-3">
      {progress === "inProgress" ? (
        <Spinner className="size-6 text-accent" />
      ) : (
        <span
          aria-hidden="true"
          className={`grid size-6 shrink-0 place-items-center rounded-full ${done ? "bg-good text-canvas" : "border-2 border-line"}`}
        >
          {done && <CheckIcon className="size-4" />}
        </span>
      )}
      <span className={progress === "notYet" ? "text-muted" : "font-medium"}>
        {text}
        <span className="sr-only">: {say(progress)}</span>
      </span>
    </li>
  );
}
