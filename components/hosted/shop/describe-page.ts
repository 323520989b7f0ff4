import type { Metadata } from "next";
import type { Shop } from "@/lib/contract/storefronts/hosted-shop";

interface Description {
  readonly title: string;
  readonly text: string | null;
  /** The address of the picture that is drawn for link previews. */
  readonly image: string;
  readonly url: string;
}

const MOST_CHARACTERS = 200;

/** A page of a shop for search engines and previews (Open Graph). Shops of test mode are in no search engine. */
export function describePage(
  { mode, name }: Pick<Shop, "mode" | "name">,
  { title, text, image, url }: Description,
): Metadata {
  const description = [...(text ?? "")].slice(0, MOST_CHARACTERS).join("");
  return {
    title: { absolute: title },
    description,
    alternates: { canonical: url },
    robots: { index: mode === "live", follow: mode === "live" },
    openGraph: {
      type: "website",
      siteName: name,
      title,
      description,
      url,
      images: [{ url: image, width: 1_200, height: 630, alt: title }],
    },
    twitter: { card: "summary_large_image", title, description },
  };
}
