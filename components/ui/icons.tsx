interface Props {
  className?: string;
}

/** Draws on a 24 by 24 grid. Icons stand beside words, so they are not read out. */
function icon(path: string) {
  return ({ className = "size-5" }: Props) => (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={`shrink-0 ${className}`}
      aria-hidden="true"
      focusable="false"
    >
      <path d={path} />
    </svg>
  );
}

const clockFace = "M12 3.75a8.25 8.25 0 1 0 0 16.5 8.25 8.25 0 0 0 0-16.5Z";

export const CheckIcon = icon("m5 12.5 4.5 4.5L19 7.5");
export const CrossIcon = icon("m7 7 10 10M17 7 7 17");
export const ChevronIcon = icon("m9 6 6 6-6 6");
export const ArrowIcon = icon("M7 17 17 7M9 7h8v8");
export const BackIcon = icon("M19 12H5m6-6-6 6 6 6");
export const ClockIcon = icon(`${clockFace}M12 7.5V12l3 2`);
export const AlertIcon = icon(`${clockFace}M12 8v4.5M12 15.75h.01`);
export const RefundIcon = icon("M4.5 9.5h9.75a5 5 0 0 1 0 10H9M8.5 5.5l-4 4 4 4");
export const CopyIcon = icon(
  "M11 9h7a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2h-7a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2ZM5.5 15H5a1.5 1.5 0 0 1-1.5-1.5V5A1.5 1.5 0 0 1 5 3.5h8.5A1.5 1.5 0 0 1 15 5v.5",
);
export const WalletIcon = icon(
  "M4 7.5A2.5 2.5 0 0 1 6.5 5H17a2 2 0 0 1 2 2v1.5M4 7.5v9A2.5 2.5 0 0 0 6.5 19H18a2 2 0 0 0 2-2v-6.5a2 2 0 0 0-2-2H6.5M16 13.75h.01",
);
export const FlaskIcon = icon(
  "M9.5 3.5h5M10.5 3.5v5.8l-5 8.7a1.7 1.7 0 0 0 1.5 2.5h10a1.7 1.7 0 0 0 1.5-2.5l-5-8.7V3.5M8 15h8",
);
export const PhoneIcon = icon(
  "M9.5 3h5A2.5 2.5 0 0 1 17 5.5v13a2.5 2.5 0 0 1-2.5 2.5h-5A2.5 2.5 0 0 1 7 18.5v-13A2.5 2.5 0 0 1 9.5 3ZM11 17.75h2",
);
export const PenIcon = icon(
  "m14.5 6.5 3 3M4.5 19.5l.9-3.9L15.6 5.4a1.6 1.6 0 0 1 2.3 0l.7.7a1.6 1.6 0 0 1 0 2.3L8.4 18.6l-3.9.9Z",
);
export const ShieldIcon = icon(
  "M12 3.5 5 6v5.5c0 4.2 2.9 7.6 7 9 4.1-1.4 7-4.8 7-9V6l-7-2.5ZM9 12l2.2 2.2L15.2 10",
);
export const PrintIcon = icon(
  "M7.5 8.5V4h9v4.5M7.5 17H6a2 2 0 0 1-2-2v-4.5a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2V15a2 2 0 0 1-2 2h-1.5M7.5 14h9v6h-9z",
);
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
export const PauseIcon = icon("M9 6v12M15 6v12");
export const ChainIcon = icon(
  "M10 14a4 4 0 0 0 6 .4l2.8-2.8a4 4 0 0 0-5.6-5.6L11.7 7.4M14 10a4 4 0 0 0-6-.4l-2.8 2.8a4 4 0 0 0 5.6 5.6l1.5-1.4",
);
export const PercentIcon = icon(
  "M18 6 6 18M7.5 5.5a2 2 0 1 1 0 4 2 2 0 0 1 0-4ZM16.5 14.5a2 2 0 1 1 0 4 2 2 0 0 1 0-4Z",
);
export const PlusIcon = icon("M12 5v14M5 12h14");
