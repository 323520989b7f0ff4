import type { Metadata } from "next";
import type { ReactNode } from "react";
import "@/app/merchants.css";
import "@/app/admin/console.css";

export const metadata: Metadata = { robots: { index: false, follow: false } };

export default function AdminLayout({ children }: { children: ReactNode }) {
  return <div data-console>{children}</div>;
}
