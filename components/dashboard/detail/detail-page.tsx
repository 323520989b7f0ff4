import type { ReactNode } from "react";
import { QueryProblem } from "@/components/dashboard/data/query-problem";
import type { ObjectWithId } from "@/lib/client/read-page";
import { DetailHeader, type DetailHeading } from "./detail-header";
import { RawJson } from "./raw-json";

interface Props extends Omit<DetailHeading, "id"> {
  object: ObjectWithId;
  /** Why it could not be read again. */
  error: unknown;
  refetch(): unknown;
  /** Between the heading and the rest, over all of the width. */
  above?: ReactNode;
  /** The main thing on the page: before the facts on a phone too. */
  lead?: ReactNode;
  /** In a narrow column beside `children`; above them on a phone. */
  facts: ReactNode;
  children: ReactNode;
}

/** An object's page below its heading. */
function DetailBody({ lead, children, facts }: Pick<Props, "lead" | "facts" | "children">) {
  return (
    <div className="grid items-start gap-x-5 xl:grid-cols-[minmax(0,1fr)_23rem] xl:grid-rows-[auto_1fr]">
      <div className="grid min-w-0 gap-5 pb-5 empty:hidden">{lead}</div>
      <div className="grid min-w-0 gap-5 pb-5 xl:col-start-2 xl:row-span-2 xl:row-start-1">
        {facts}
      </div>
      <div className="grid min-w-0 gap-5 xl:col-start-1">{children}</div>
    </div>
  );
}

/** An object's page: what it is about and what can be done, what happened, what is known, and the object as the API sends it. */
export function DetailPage(props: Props) {
  const { object, error, refetch, above, lead, facts, children, actions, ...heading } = props;
  return (
    <>
      <DetailHeader
        {...heading}
        id={object.id}
        actions={
          <>
            {actions}
            <RawJson object={object} name={object.id} />
          </>
        }
      />
      <QueryProblem problem={error} onRetry={() => void refetch()} />
      {above && <div className="mb-5">{above}</div>}
      <DetailBody lead={lead} facts={facts}>
        {children}
      </DetailBody>
    </>
  );
}
