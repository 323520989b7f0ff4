"use client";

import { CheckIcon, DownIcon } from "@/components/ui/icons";
import { Menu, menuItemLook } from "@/components/ui/menu";
import type { DashboardFrame } from "./dashboard-frame";
import { remember } from "./remember";

/** The business that the pages are about; a menu where there are several. */
export function BusinessSwitcher({
  business,
  businesses,
}: Pick<DashboardFrame, "business" | "businesses">) {
  if (!business) return null;
  const name = <span className="max-w-40 truncate font-medium sm:max-w-64">{business.name}</span>;
  if (businesses.length < 2) return <p className="flex min-w-0 px-1 text-sm">{name}</p>;
  const choose = async (id: string) => {
    await remember("stipend_business", id);
    location.reload();
  };
  return (
    <Menu
      align="left"
      label={`Business: ${business.name}`}
      trigger={
        <>
          {name}
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
          <span className="min-w-0 flex-1 truncate">{other}</span>
          {id === business.id && <CheckIcon className="size-4" />}
        </button>
      ))}
    </Menu>
  );
}
