import type { ReactNode } from "react";
import "@/app/merchants.css";

/** The guides are read with the styles of merchants' pages. */
export default function GuidesLayout({ children }: { children: ReactNode }) {
  return children;
}
