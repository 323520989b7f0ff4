import { CopyButton } from "@/components/ui/copy-button";
import { usePay } from "./pay-context";

/** The page's address for a phone: as a code to scan and as a link to copy. */
export function QrPanel() {
  const { qr, page, say } = usePay();
  return (
    <div className="flex flex-wrap items-center gap-4 rounded-2xl border border-line bg-raised p-4">
      {qr && (
        <svg
          viewBox={`0 0 ${qr.size} ${qr.size}`}
          className="size-32 shrink-0 rounded-lg bg-white"
          role="img"
          aria-label={say("qrLabel")}
          shapeRendering="crispEdges"
        >
          <path d={qr.path} fill="#15161a" />
        </svg>
      )}
      <div className="grid min-w-40 flex-1 gap-3">
        <p className="text-pretty text-muted text-sm">{say("scan")}</p>
        <CopyButton text={page.pageUrl} label={say("copyLink")} copied={say("copied")} />
      </div>
    </div>
  );
}
