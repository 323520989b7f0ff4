import { initialsOf } from "@/components/hosted/pay/merchant-mark";
import type { ShopPage } from "@/lib/contract/storefronts/hosted-shop";

/** A shop's logo, its merchant's, or the shop's initials. */
export function ShopMark({ page, small = false }: { page: ShopPage; small?: boolean }) {
  const { shop, merchant } = page;
  const url = shop.logoUrl ?? merchant.logo?.path;
  const size = small ? "size-10 rounded-xl" : "size-16 rounded-2xl text-xl";
  if (url) {
    return (
      <img
        src={url}
        alt=""
        width={64}
        height={64}
        className={`shrink-0 border border-line bg-white object-contain ${size}`}
      />
    );
  }
  return (
    <span
      aria-hidden="true"
      className={`grid shrink-0 place-items-center bg-action font-semibold text-on-action tracking-tight ${size}`}
    >
      {initialsOf(shop.name)}
    </span>
  );
}
