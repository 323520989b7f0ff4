import { icon } from "./icon";

// Apart from the others, because the pay page needs these two only once a wallet is there.
export const PenIcon = icon(
  "m14.5 6.5 3 3M4.5 19.5l.9-3.9L15.6 5.4a1.6 1.6 0 0 1 2.3 0l.7.7a1.6 1.6 0 0 1 0 2.3L8.4 18.6l-3.9.9Z",
);
export const ShieldIcon = icon(
  "M12 3.5 5 6v5.5c0 4.2 2.9 7.6 7 9 4.1-1.4 7-4.8 7-9V6l-7-2.5ZM9 12l2.2 2.2L15.2 10",
);
