import type { ReactNode } from "react";
import { CopyButton } from "./copy-button";
import { Notice } from "./notice";

interface Props {
  /** What went wrong, and what to do. */
  children: ReactNode;
  /** What the API calls it. */
  code?: string | undefined;
  /** Names the request to support. */
  requestId?: string | undefined;
  action?: ReactNode;
}

/** Something went wrong: in words, with the request's id, read out as it appears. */
export function ErrorState({ children, code, requestId, action }: Props) {
  return (
    <div role="alert">
      <Notice tone="bad">
        <div>{children}</div>
        {(code || requestId) && (
          <p className="mt-1 text-muted">
            {code && <code className="mr-2 font-mono text-xs">{code}</code>}
            {requestId && <RequestId id={requestId} />}
          </p>
        )}
        {action && <div className="mt-2">{action}</div>}
      </Notice>
    </div>
  );
}

const RequestId = ({ id }: { id: string }) => (
  <>
    Request <code className="break-all font-mono text-xs">{id}</code>
    <CopyButton compact text={id} label="Copy the request's id" copied="Copied" />
  </>
);
