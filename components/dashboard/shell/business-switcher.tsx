"use client";

import { lazy, Suspense, useState } from "react";
import { CheckIcon } from "@/components/ui/icons";
import { Loading } from "@/components/ui/loading";
import { Menu, menuItemLook } from "@/components/ui/menu";
import { DownIcon, PlusIcon } from "@/components/ui/work-icons";
import { type DashboardFrame, hrefIn } from "./dashboard-frame";
import { listOf } from "./nav-entries";
import { remember } from "./remember";

const AddBusinessDialog = lazy(async () => ({
  default: (await import("./add-business-dialog")).AddBusinessDialog,
}));

/** The business that the pages are about, the person's others, and a way to add one. */
export function BusinessSwitcher({
  business,
  businesses,
  mode,
}: Pick<DashboardFrame, "business" | "businesses" | "mode">) {
  const [isAdding, setAdding] = useState(false);
  if (!business) return null;
  const choose = async (id: string) => {
    await remember("stipend_business", id);
    const list = listOf(location.pathname);
    if (list === location.pathname) location.reload();
    else location.assign(hrefIn(list, mode));
  };
  return (
    <>
      <Menu
        align="left"
        label={`Business: ${business.name}`}
        trigger={
          <>
            <span className="min-w-[5ch] max-w-64 truncate font-medium">{business.name}</span>
            <DownIcon className="size-4 text-muted" />
          </>
        }
      >
        {businesses.map(({ id, name: other }) => (
          <button
            key={id}
            type="button"
            aria-current={id === business.id ? "true" : undefined}
            onClick={() => choose(id)}
            className={menuItemLook}
          >
            <span className="min-w-0 max-w-72 flex-1 truncate">{other}</span>
            {id === business.id && <CheckIcon className="size-4" />}
          </button>
        ))}
        <div className="mt-1.5 border-line border-t pt-1.5">
          <button type="button" onClick={() => setAdding(true)} className={menuItemLook}>
            <PlusIcon className="size-4" />
            Add a business
          </button>
        </div>
      </Menu>
      {isAdding && (
        <Suspense fallback={<Loading />}>
          <AddBusinessDialog onAdded={(id) => void choose(id)} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </>
  );
}
