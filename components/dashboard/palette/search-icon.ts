import { icon } from "@/components/ui/icon";

/** Here and not among all icons, which weigh on the payer's pages too. */
export const SearchIcon = icon(
  "M10.75 4a6.75 6.75 0 1 0 0 13.5 6.75 6.75 0 0 0 0-13.5ZM15.75 15.75 20 20",
);
