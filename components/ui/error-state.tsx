import type { ReactNode } from "react";
import { CopyButton } from "./copy-button";
import { Notice } from "./notice";

interface Props {
  /** What went wrong, and what to do. */
  children: ReactNode;
  /** Names the request to support. */
  requestId?: string | undefined;
  action?: ReactNode;
}

/** Something went wrong: in words, with the request's id, read out as it appears. */
export function ErrorState({ children, requestId, action }: Props) {
  return (
    <div role="alert">
      <Notice tone="bad">
        <div>{children}</div>
        {requestId && (
          <p className="mt-1 text-muted">
            Request <code className="break-all font-mono text-xs">{requestId}</code>
            <CopyButton compact text={requestId} label="Copy the request's id" copied="Copied" />
          </p>
        )}
        {action && <div className="mt-2">{action}</div>}
      </Notice>
    </div>
  );
}
