import { icon } from "./icon";

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
export const PrintIcon = icon(
  "M7.5 8.5V4h9v4.5M7.5 17H6a2 2 0 0 1-2-2v-4.5a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2V15a2 2 0 0 1-2 2h-1.5M7.5 14h9v6h-9z",
);
