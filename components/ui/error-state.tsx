import type { ReactNode } from "react";
import { CopyButton } from "./copy-button";
import { Disclosure } from "./disclosure";
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

/** Something went wrong: the sentence is read out as it appears; code and request are beside it, for support. */
export function ErrorState({ children, code, requestId, action }: Props) {
  return (
    <Notice tone="bad">
      <div role="alert">{children}</div>
      {(code || requestId) && (
        <Disclosure summary="Details">
          <p className="text-muted">
            {code && (
              <code translate="no" className="mr-2 font-mono text-xs">
                {code}
              </code>
            )}
            {requestId && <RequestId id={requestId} />}
          </p>
        </Disclosure>
      )}
      {action && <div className="mt-2">{action}</div>}
    </Notice>
  );
}

const RequestId = ({ id }: { id: string }) => (
  <>
    Request{" "}
    <code translate="no" className="break-all font-mono text-xs">
      {id}
    </code>
    <CopyButton compact text={id} label="Copy request ID" copied="Copied" />
  </>
);
