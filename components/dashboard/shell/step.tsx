import type { ReactNode } from "react";
import { DoneMark } from "@/components/ui/done-mark";

interface StepProps {
  isDone: boolean;
  title: string;
  action?: ReactNode;
  children: ReactNode;
}

/** Something to be done at the start. */
export function Step({ isDone, title, action, children }: StepProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-line border-t py-4 first:border-t-0 first:pt-0 last:pb-0">
      <div className="flex min-w-0 flex-1 basis-64 gap-3">
        <span className="mt-0.5">
          <DoneMark isDone={isDone} />
        </span>
        <div className="min-w-0">
          <p className="font-medium">{title}</p>
          <div className="mt-0.5 text-pretty text-muted text-sm">{children}</div>
        </div>
      </div>
      {action}
    </li>
  );
}
