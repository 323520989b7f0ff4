import { entry, type GlossaryEntry } from "@/lib/contract/glossary-entry";

const interval = entry("How often a subscription is charged; null where it is sold once", null);

/** What the fields of shops and of what they sell mean. */
export const storefrontGlossary: Readonly<Record<string, GlossaryEntry>> = {
  slug: entry("The last part of the shop's address", "aurora-coffee"),
  coverImageUrl: entry(
    "The cover picture's address, as it was given; the shop shows a copy of ours",
    null,
  ),
  accentColor: entry(
    "The color of buttons, made darker or lighter where it would be hard to read",
    "#1a7f64",
  ),
  socialLinks: entry("The merchant's pages elsewhere, at most 10", [
    "https://social.example/aurora",
  ]),
  imageUrl: entry("The picture's address, as it was given; shops show a copy of ours", null),
  "Product.interval": interval,
  "createProduct.interval": interval,
  "updateProduct.interval": interval,
  stock: entry("Pieces that are there, with those of open checkouts; null: not counted", 12),
  isActive: entry("Whether it is on sale", true),
  sortOrder: entry("Its place in the shop, lowest first; then the older one first", 0),
};
