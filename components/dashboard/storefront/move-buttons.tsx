"use client";

import type { KeyboardEvent } from "react";
import { ChevronIcon } from "@/components/ui/icons";
import { useHydrated } from "@/components/ui/use-hydrated";
import type { Product } from "./product-kinds";
import { moveButtonId } from "./use-reorder";

interface Props {
  product: Product;
  isFirst: boolean;
  isLast: boolean;
  onMove(by: 1 | -1): void;
}

/** Moves a product up or down in the shop: by click, or with the arrow keys on either button. */
export function MoveButtons({ product, isFirst, isLast, onMove }: Props) {
  const ready = useHydrated();
  const byArrow = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by !== 1 && by !== -1) return;
    event.preventDefault();
    onMove(by);
  };
  const button = (by: 1 | -1, isEnd: boolean) => (
    <button
      id={moveButtonId(product.id, by)}
      type="button"
      disabled={!ready}
      aria-disabled={isEnd || undefined}
      aria-label={`Move ${product.name} ${by === 1 ? "down" : "up"}`}
      onClick={() => !isEnd && onMove(by)}
      onKeyDown={byArrow}
      className="grid size-11 place-items-center rounded-lg text-muted hover:bg-panel hover:text-ink aria-disabled:opacity-30 sm:size-8"
    >
      <ChevronIcon className={`size-4 ${by === 1 ? "rotate-90" : "-rotate-90"}`} />
    </button>
  );
  return (
    <span className="inline-flex sm:-my-1.5">
      {button(-1, isFirst)}
      {button(1, isLast)}
    </span>
  );
}
