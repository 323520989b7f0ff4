import type { Metadata } from "next";
import type { ReactNode } from "react";
import "@/app/merchants.css";

export const metadata: Metadata = { robots: { index: false, follow: false } };

export default function OnboardingLayout({ children }: { children: ReactNode }) {
  return children;
}
