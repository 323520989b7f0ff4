import { linkPreview } from "@/lib/server/pages/shop-preview";

export const dynamic = "force-dynamic";
export const GET = linkPreview;
