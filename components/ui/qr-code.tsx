import { qrPath } from "./qr-path";

/** A text to scan. */
export function QrCode(props: { text: string; label: string; className?: string }) {
  const { text, label, className = "size-32" } = props;
  const { size, path } = qrPath(text);
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      className={`shrink-0 rounded-lg bg-white ${className}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} stroke="#15161a" />
    </svg>
  );
}
