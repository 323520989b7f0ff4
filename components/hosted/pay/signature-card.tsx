import type { ReactNode } from "react";
import { CheckIcon, CrossIcon } from "@/components/ui/icons";
import { Spinner } from "@/components/ui/spinner";
import type { ConnectedState, SignatureNumber } from "./pay-state";
import { useWalletPay } from "./use-wallet-pay";

type Progress = "ahead" | "asking" | "signed" | "refused";

function progressOf({ task }: ConnectedState, number: SignatureNumber): Progress {
  if (task.name === "relay") return "signed";
  if (task.name !== "sign" && task.name !== "sign_refused") return "ahead";
  // A request that ran out takes the first signature with it.
  if (number < task.number) return "signed";
  if (number > task.number) return "ahead";
  return task.name === "sign" ? "asking" : "refused";
}

interface CardProps {
  step: ConnectedState;
  number: SignatureNumber;
  /** Stands beside the title until the wallet is asked. */
  mark: ReactNode;
  title: string;
  text: string;
  children?: ReactNode;
}

/** A signature: what it allows in words, how far it is, and what else is to be known of it. */
export function SignatureCard({ step, number, mark, title, text, children }: CardProps) {
  const { say } = useWalletPay();
  const progress = progressOf(step, number);
  const current = progress === "asking" || progress === "refused";
  return (
    <li
      aria-current={current ? "step" : undefined}
      className={`flex gap-3 border-line border-t p-4 transition-colors first:border-t-0 ${current ? "bg-accent-soft" : ""}`}
    >
      <CardMark mark={mark} progress={progress} />
      <div className="min-w-0 flex-1">
        <h3 className="font-medium text-body leading-6">
          {title}
          {progress === "signed" && <span className="sr-only">, {say("signed")}</span>}
        </h3>
        <p className="mt-0.5 text-pretty text-muted text-sm">{text}</p>
        {children}
      </div>
    </li>
  );
}

const marks: Record<Progress, string> = {
  ahead: "bg-panel text-muted",
  asking: "bg-accent text-canvas",
  signed: "bg-good text-canvas",
  refused: "bg-bad text-canvas",
};

function CardMark({ mark, progress }: { mark: ReactNode; progress: Progress }) {
  const inside: Record<Progress, ReactNode> = {
    ahead: mark,
    asking: <Spinner className="size-4" />,
    signed: <CheckIcon className="size-4" />,
    refused: <CrossIcon className="size-4" />,
  };
  return (
    <span
      aria-hidden="true"
      className={`grid size-6 shrink-0 place-items-center rounded-full font-semibold text-xs tabular-nums ${marks[progress]}`}
    >
      {inside[progress]}
    </span>
  );
}
