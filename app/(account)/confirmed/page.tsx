import type { Metadata } from "next";
import { Confirmed } from "@/components/account/confirmed";
import type { SearchParams } from "@/lib/server/pages/dashboard-page";

export const metadata: Metadata = { title: "Confirm it's you" };

/** Where a window ends in which a person has confirmed at another provider that it is them. */
export default async function ConfirmedPage({ searchParams }: { searchParams: SearchParams }) {
  const { problem, error } = await searchParams;
  return <Confirmed isProved={problem === undefined && error === undefined} />;
}
