import type { ReactNode } from "react";
import { formatInstant, useTimeZone } from "@/components/time/local-time";
import { Disclosure } from "@/components/ui/disclosure";
import { CheckIcon, CrossIcon } from "@/components/ui/icons";
import { Spinner } from "@/components/ui/spinner";
import type { TypedData } from "@/lib/contract/hosted-pay";
import { usePay } from "./pay-context";
import type { Connected, SignatureNumber } from "./pay-state";
import { RawMessage } from "./raw-message";
import { shortHex } from "./short-hex";

type Progress = "ahead" | "asking" | "signed" | "refused";

function progressOf({ task }: Connected, number: SignatureNumber): Progress {
  if (task.name === "relay") return "signed";
  if (task.name !== "sign" && task.name !== "sign_refused") return "ahead";
  // A request that ran out takes the first signature with it.
  if (number < task.number) return "signed";
  if (number > task.number) return "ahead";
  return task.name === "sign" ? "asking" : "refused";
}

/** The two signatures, numbered and in words, with what the wallet will show. */
export function SignatureCards({ step }: { step: Connected }) {
  const { page, say, locale, amount } = usePay();
  const timeZone = useTimeZone();
  const { request } = step;
  const merchant = page.merchant.name;
  const time = request ? formatInstant(request.signBefore, "time", locale, timeZone) : "…";
  return (
    <ol className="grid overflow-hidden rounded-2xl border border-line bg-raised">
      <Card
        number={1}
        progress={progressOf(step, 1)}
        title={say("sign1Title", { amount })}
        text={say("sign1Text", { merchant, time })}
        data={request?.authorization}
      />
      <Card
        number={2}
        progress={progressOf(step, 2)}
        title={say("sign2Title")}
        text={say("sign2Text", { order: shortHex(page.sessionId) })}
        data={request?.intent}
      />
    </ol>
  );
}

interface CardProps {
  number: SignatureNumber;
  progress: Progress;
  title: string;
  text: string;
  data: TypedData | undefined;
}

function Card({ number, progress, title, text, data }: CardProps) {
  const { say } = usePay();
  const current = progress === "asking" || progress === "refused";
  return (
    <li
      aria-current={current ? "step" : undefined}
      className={`flex gap-3 border-line border-t p-4 transition-colors first:border-t-0 ${current ? "bg-accent-soft" : ""}`}
    >
      <CardMark number={number} progress={progress} />
      <div className="min-w-0 flex-1">
        <h3 className="font-medium text-[0.9375rem] leading-6">
          {title}
          {progress === "signed" && <span className="sr-only">, {say("signed")}</span>}
        </h3>
        <p className="mt-0.5 text-pretty text-muted text-sm">{text}</p>
        {data && (
          <Disclosure summary={say("rawData")}>
            <RawMessage data={data} />
          </Disclosure>
        )}
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

function CardMark({ number, progress }: { number: SignatureNumber; progress: Progress }) {
  const inside: Record<Progress, ReactNode> = {
    ahead: number,
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
