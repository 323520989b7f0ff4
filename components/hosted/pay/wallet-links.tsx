import { ArrowIcon } from "@/components/ui/icons";
import type { WalletLink } from "@/lib/client/wallet/mobile-wallets";

/** Wallets to open or to get. */
export function WalletLinks({ links }: { links: readonly WalletLink[] }) {
  return (
    <ul className="grid gap-2.5">
      {links.map(({ name, href }) => (
        <li key={name}>
          <a
            href={href}
            rel="noopener noreferrer"
            className="flex min-h-12 items-center justify-between gap-3 rounded-xl border border-line bg-raised px-4 font-medium text-body transition-colors hover:border-edge"
          >
            {name}
            <ArrowIcon className="size-4 text-muted" />
          </a>
        </li>
      ))}
    </ul>
  );
}
