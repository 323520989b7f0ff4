"use client";

import { initialsOf } from "@/components/hosted/pay/merchant-mark";
import { BagIcon } from "@/components/ui/work-icons";
import type { Product } from "./product-kinds";
import { ProductPrice } from "./product-state";
import { isColor, isSecureUrl, type ShopDraft } from "./shop-draft";
import { Tint } from "./tint";

/** Our copies of pictures, which alone a page shows. */
export interface ShopPictures {
  readonly logo: string | null;
  readonly cover: string | null;
  /** By the product's id. */
  readonly products: Readonly<Record<string, string>>;
}

interface Props {
  draft: ShopDraft;
  pictures: ShopPictures;
  /** Those on sale, in the order of the shop. */
  products: readonly Product[];
}

/** So many products fit beside the form. */
const SHOWN = 6;
const LOW_STOCK = 5;

/** The shop as visitors will see it, while it is typed. */
export function ShopPreview({ draft, pictures, products }: Props) {
  const color = isColor(draft.accentColor) ? draft.accentColor : null;
  const more = products.length - SHOWN;
  return (
    <aside aria-label="Preview for visitors" className="min-w-0 lg:sticky lg:top-20">
      <p className="mb-2 text-muted text-xs">Preview for visitors</p>
      <div className="overflow-hidden rounded-2xl border border-line bg-canvas">
        <Head draft={draft} pictures={pictures} color={color} />
        <div className="grid gap-4 px-5 pb-6">
          {products.length === 0 && (
            <p className="rounded-xl border border-line border-dashed px-4 py-8 text-center text-muted text-sm">
              Products on sale appear here.
            </p>
          )}
          <ul className="grid grid-cols-2 gap-3">
            {products.slice(0, SHOWN).map((product) => (
              <ProductCard
                key={product.id}
                product={product}
                picture={pictures.products[product.id] ?? null}
                color={color}
              />
            ))}
          </ul>
          {more > 0 && <p className="text-center text-muted text-sm">and {more} more</p>}
        </div>
      </div>
    </aside>
  );
}

function Head({ draft, pictures, color }: Omit<Props, "products"> & { color: string | null }) {
  const { description, socialLinks } = draft;
  const name = draft.name.trim() || "The shop’s name";
  const hosts = socialLinks.flatMap(({ url }) => (isSecureUrl(url) ? [new URL(url).host] : []));
  return (
    <div className="mb-5">
      {pictures.cover && draft.coverImageUrl !== "" ? (
        <img src={pictures.cover} alt="" className="h-28 w-full object-cover" />
      ) : (
        <Tint color={color} className="block h-28 w-full opacity-15" />
      )}
      <div className="px-5">
        <div className="-mt-7 grid size-14 place-items-center overflow-hidden rounded-2xl border border-line bg-raised">
          {pictures.logo && draft.logoUrl !== "" ? (
            <img src={pictures.logo} alt="" className="size-full bg-white object-contain" />
          ) : (
            <Tint color={color} className="grid size-full place-items-center font-semibold">
              {initialsOf(name)}
            </Tint>
          )}
        </div>
        <p className="wrap-anywhere mt-3 font-semibold text-lg tracking-tight">{name}</p>
        {description.trim() !== "" && (
          <p className="wrap-anywhere mt-1 whitespace-pre-line text-muted text-sm">{description}</p>
        )}
        {hosts.length > 0 && (
          <p className="wrap-anywhere mt-2 text-muted text-xs">{hosts.join(" · ")}</p>
        )}
      </div>
    </div>
  );
}

interface CardProps {
  product: Product;
  picture: string | null;
  color: string | null;
}

function ProductCard({ product, picture, color }: CardProps) {
  const { name, type, available } = product;
  const isSoldOut = available === 0;
  return (
    <li className="flex min-w-0 flex-col overflow-hidden rounded-xl border border-line">
      {picture ? (
        <img src={picture} alt="" className="aspect-[4/3] w-full object-cover" />
      ) : (
        <span
          aria-hidden="true"
          className="grid aspect-[4/3] w-full place-items-center bg-panel text-edge"
        >
          <BagIcon className="size-7" />
        </span>
      )}
      <div className="flex grow flex-col gap-1 p-3 text-sm">
        <p className="wrap-anywhere line-clamp-2 font-medium">{name}</p>
        <p className="text-muted">
          <ProductPrice {...product} />
        </p>
        {available !== null && available > 0 && available <= LOW_STOCK && (
          <p className="text-muted text-xs">{available} left</p>
        )}
        <span className="mt-auto pt-1">
          {isSoldOut ? (
            <span className="text-muted">Sold out</span>
          ) : (
            <Tint
              color={color}
              className="block rounded-lg px-3 py-1.5 text-center font-medium text-xs"
            >
              {type === "subscription" ? "Subscribe" : "Buy"}
            </Tint>
          )}
        </span>
      </div>
    </li>
  );
}
