import { CheckIcon } from "./icons";

/** Whether a step is done, as a sign that is read out. */
export function DoneMark({ isDone }: { isDone: boolean }) {
  return (
    <span
      className={`grid size-5 shrink-0 place-items-center rounded-full ${isDone ? "bg-good-soft text-good" : "border border-edge"}`}
    >
      {isDone && <CheckIcon className="size-3.5" />}
      <span className="sr-only">{isDone ? "Done" : "To do"}</span>
    </span>
  );
}
