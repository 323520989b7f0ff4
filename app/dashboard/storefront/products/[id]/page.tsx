import { redirect } from "next/navigation";
import { openDashboard, type SearchParams } from "@/lib/server/pages/dashboard-page";

interface Props {
  params: Promise<{ id: string }>;
  searchParams: SearchParams;
}

/** A product is shown in a drawer over the list of products. */
export default async function ProductPage({ params, searchParams }: Props) {
  const { id } = await params;
  const { frame } = await openDashboard(`/dashboard/storefront/products/${id}`, searchParams);
  const query = new URLSearchParams({ mode: frame.mode, product: id });
  redirect(`/dashboard/storefront/products?${query}`);
}
