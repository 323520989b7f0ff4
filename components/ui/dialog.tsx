"use client";

import { type ReactNode, useId } from "react";
import { CrossIcon } from "./icons";
import { Modal } from "./modal";

interface Props {
  title: string;
  open: boolean;
  /** Asked for by Escape, by the cross, or by a click beside it. */
  onClose(): void;
  /** Only the dialog's own buttons end it, e.g. while something is shown that comes but once. */
  mustAnswer?: boolean;
  /** What it asked for is being done: it stays until that has ended, so that nothing is lost which comes but once. */
  busy?: boolean;
  /** For a list in columns. */
  wide?: boolean;
  children: ReactNode;
}

/** What has to be answered before the page goes on. The browser keeps the focus inside and gives it back. */
export function Dialog({ open, ...rest }: Props) {
  return open ? <OpenDialog {...rest} /> : null;
}

function OpenDialog(props: Omit<Props, "open">) {
  const { title, onClose, mustAnswer = false, busy = false, wide = false, children } = props;
  const id = useId();
  return (
    <Modal
      name={{ labelledBy: id }}
      onClose={onClose}
      mustAnswer={mustAnswer || busy}
      className={`m-auto max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] ${wide ? "max-w-3xl" : "max-w-md"} overflow-y-auto rounded-2xl border`}
    >
      {/* It may stand in a cell of a table, whose alignment is not its own. */}
      <div className="whitespace-normal p-5 text-start sm:p-6">
        <div className="flex items-start justify-between gap-4">
          <h2 id={id} className="wrap-anywhere text-balance font-semibold text-lg tracking-tight">
            {title}
          </h2>
          {!mustAnswer && (
            <button
              type="button"
              onClick={busy ? undefined : onClose}
              aria-disabled={busy || undefined}
              aria-label="Close"
              className="-mt-2.5 -mr-3 grid size-11 shrink-0 place-items-center rounded-lg text-muted hover:text-ink"
            >
              <CrossIcon />
            </button>
          )}
        </div>
        <div className="mt-3">{children}</div>
      </div>
    </Modal>
  );
}
