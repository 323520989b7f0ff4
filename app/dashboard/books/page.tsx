import type { Metadata } from "next";
import { BusinessPage } from "@/app/dashboard/business-page";
import { Books } from "@/components/dashboard/books/books";
import { readClock } from "@/lib/domain/platform/read-clock";
import { openDashboard, type SearchParams } from "@/lib/server/pages/dashboard-page";
import { publicNodeOf } from "@/lib/server/pages/public-node";

export const metadata: Metadata = { title: "Books" };

export default async function BooksPage({ searchParams }: { searchParams: SearchParams }) {
  const { ctx, frame } = await openDashboard("/dashboard/books", searchParams);
  const now = await readClock(ctx.db);
  return (
    <BusinessPage
      title="Books"
      text="What moved through the contracts in final blocks, by day (UTC). Opening and closing are your net proceeds, not your wallet’s balance."
      width="data"
    >
      <Books now={now.getTime()} node={publicNodeOf(ctx, frame.mode)} origin={frame.origin} />
    </BusinessPage>
  );
}
