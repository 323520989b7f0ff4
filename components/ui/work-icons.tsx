import { icon } from "./icon";

/* Icons of the pages for merchants: payers, whose pages are small, do not load them. */

export const MenuIcon = icon("M4 7h16M4 12h16M4 17h16");
export const HomeIcon = icon(
  "m4 11 8-6.5 8 6.5V19a1 1 0 0 1-1 1h-4.5v-5.5h-5V20H5a1 1 0 0 1-1-1v-8Z",
);
export const PersonIcon = icon(
  "M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM4.5 20c.6-3.6 3.7-5.5 7.5-5.5s6.9 1.9 7.5 5.5",
);
export const KeyIcon = icon(
  "M8 11.5a4.25 4.25 0 1 1 0 8.5 4.25 4.25 0 0 1 0-8.5Zm3 1.25L19.5 4.5M16 8l2.75 2.75M13.25 10.75l1.75 1.75",
);
export const DownIcon = icon("m6 9 6 6 6-6");
export const StoreIcon = icon(
  "M4.5 10v8.5a1 1 0 0 0 1 1h13a1 1 0 0 0 1-1V10M3.5 9 5 4.5h14L20.5 9a2.8 2.8 0 0 1-5.6 0 2.8 2.8 0 0 1-5.8 0 2.8 2.8 0 0 1-5.6 0ZM9.5 19.5v-5h5v5",
);
export const BoltIcon = icon("M13 3.5 5.5 13.5H11l-.5 7L18.5 10.5H13l0-7Z");
export const DownloadIcon = icon("M12 4v11m-4.5-4.5L12 15l4.5-4.5M5 19.5h14");
export const PaymentIcon = icon(
  "M3.5 7.5A1.5 1.5 0 0 1 5 6h14a1.5 1.5 0 0 1 1.5 1.5v9A1.5 1.5 0 0 1 19 18H5a1.5 1.5 0 0 1-1.5-1.5v-9ZM3.5 10h17M7 14.5h3",
);
export const SwapIcon = icon(
  "M7 4.5v15m0 0L3.5 16M7 19.5l3.5-3.5M17 19.5v-15m0 0L13.5 8M17 4.5 20.5 8",
);
export const RepeatIcon = icon(
  "M4.5 11V9.5a3 3 0 0 1 3-3h11m0 0-3-3m3 3-3 3M19.5 13v1.5a3 3 0 0 1-3 3h-11m0 0 3 3m-3-3 3-3",
);
export const PlanIcon = icon("m12 4 8.5 4.5L12 13 3.5 8.5 12 4ZM3.5 13l8.5 4.5 8.5-4.5");
export const InvoiceIcon = icon(
  "M6 3.5h12v17l-2.4-1.5-2.4 1.5-2.4-1.5L8.4 20.5 6 19V3.5ZM9.5 8h5M9.5 12h5",
);
export const PeopleIcon = icon(
  "M9 5a3.25 3.25 0 1 1 0 6.5A3.25 3.25 0 0 1 9 5ZM3 19c.5-3 2.9-4.5 6-4.5s5.5 1.5 6 4.5M16 5.3a3.25 3.25 0 0 1 0 5.9M17.5 14.8c1.9.6 3.1 2 3.5 4.2",
);
export const CodeIcon = icon("m8.5 8-4 4 4 4m7-8 4 4-4 4M13.5 5.5l-3 13");
export const BellIcon = icon("M6.5 16.5v-6a5.5 5.5 0 0 1 11 0v6l1.5 1.5H5l1.5-1.5ZM10 20.5h4");
export const ChartIcon = icon("M4.5 19.5h15M7.5 16v-4.5m4.5 4.5V7m4.5 9v-6.5");
export const BookIcon = icon(
  "M12 7c-2-1.5-4.5-2-7.5-2v12.5c3 0 5.5.5 7.5 2 2-1.5 4.5-2 7.5-2V5c-3 0-5.5.5-7.5 2v12.5",
);
export const PauseIcon = icon("M9 6v12M15 6v12");
export const ChainIcon = icon(
  "M10 14a4 4 0 0 0 6 .4l2.8-2.8a4 4 0 0 0-5.6-5.6L11.7 7.4M14 10a4 4 0 0 0-6-.4l-2.8 2.8a4 4 0 0 0 5.6 5.6l1.5-1.4",
);
export const PercentIcon = icon(
  "M18 6 6 18M7.5 5.5a2 2 0 1 1 0 4 2 2 0 0 1 0-4ZM16.5 14.5a2 2 0 1 1 0 4 2 2 0 0 1 0-4Z",
);
export const PlusIcon = icon("M12 5v14M5 12h14");
export const LinkIcon = icon(
  "M8.5 12h7M10 7.5H8a4.5 4.5 0 0 0 0 9h2M14 7.5h2a4.5 4.5 0 0 1 0 9h-2",
);
export const TagIcon = icon("M4.5 4.5h7l8 8-7 7-8-8v-7ZM8.5 8.5h.01");
export const BagIcon = icon("M5.5 8h13l1 12h-15l1-12ZM9 10.5V7a3 3 0 0 1 6 0v3.5");
export const BoxIcon = icon("m12 3.5 7.5 4v9l-7.5 4-7.5-4v-9l7.5-4ZM4.5 7.5l7.5 4 7.5-4M12 11.5v9");
export const MailIcon = icon("M4 6.5h16v11H4v-11Zm0 .5 8 6 8-6");
export const MessageIcon = icon("M4.5 5.5h15v10h-8L7 19.5v-4H4.5v-10Z");
