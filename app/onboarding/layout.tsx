import type { Metadata } from "next";
import type { ReactNode } from "react";
import DashboardLayout from "@/app/dashboard/layout";

export const metadata: Metadata = { robots: { index: false, follow: false } };

/** A page of the dashboard beside its folder. */
export default function OnboardingLayout({ children }: { children: ReactNode }) {
  return <DashboardLayout>{children}</DashboardLayout>;
}
