import { CopyButton } from "@/components/ui/copy-button";
import type { SayPay } from "@/components/words/pay/pay-words";
import { qrPath } from "./qr-path";

/** The page's address for a phone: as a code to scan and as a link to copy. */
export function QrPanel({ pageUrl, say }: { pageUrl: string; say: SayPay }) {
  const { size, path } = qrPath(pageUrl);
  return (
    <div className="flex flex-wrap items-center gap-4 rounded-2xl border border-line bg-raised p-4">
      <svg
        viewBox={`0 0 ${size} ${size}`}
        className="size-32 shrink-0 rounded-lg bg-white"
        role="img"
        aria-label={say("qrLabel")}
        shapeRendering="crispEdges"
      >
        <path d={path} stroke="#15161a" />
      </svg>
      <div className="grid min-w-40 flex-1 gap-3">
        <p className="text-pretty text-muted text-sm">{say("scan")}</p>
        <CopyButton text={pageUrl} label={say("copyLink")} copied={say("copied")} />
      </div>
    </div>
  );
}
