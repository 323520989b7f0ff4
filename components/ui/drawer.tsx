"use client";

import { type ReactNode, useId } from "react";
import { CrossIcon } from "./icons";
import { Modal } from "./modal";

interface Props {
  title: string;
  open: boolean;
  onClose(): void;
  children: ReactNode;
}

/** More about what the page shows, over its right part; over all of it on a phone. */
export function Drawer({ open, ...rest }: Props) {
  return open ? <OpenDrawer {...rest} /> : null;
}

function OpenDrawer({ title, onClose, children }: Omit<Props, "open">) {
  const id = useId();
  return (
    <Modal
      name={{ labelledBy: id }}
      onClose={onClose}
      className="m-0 ml-auto h-dvh max-h-none w-full max-w-2xl overflow-y-auto border-l"
    >
      <div className="p-5 sm:p-6">
        <div className="mb-4 flex items-start justify-between gap-4">
          <h2 id={id} className="wrap-anywhere font-semibold text-lg tracking-tight">
            {title}
          </h2>
          <button
            type="button"
            onClick={onClose}
            aria-label="Close"
            className="-mt-2.5 -mr-3 grid size-11 shrink-0 place-items-center rounded-lg text-muted hover:text-ink"
          >
            <CrossIcon />
          </button>
        </div>
        {children}
      </div>
    </Modal>
  );
}
