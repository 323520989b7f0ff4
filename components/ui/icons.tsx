import type { ReactNode } from "react";

interface Props {
  className?: string;
}

function Icon({ className = "size-5", children }: Props & { children: ReactNode }) {
  return (
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
      {children}
    </svg>
  );
}

export const CheckIcon = (props: Props) => (
  <Icon {...props}>
    <path d="m5 12.5 4.5 4.5L19 7.5" />
  </Icon>
);

export const ChevronIcon = (props: Props) => (
  <Icon {...props}>
    <path d="m9 6 6 6-6 6" />
  </Icon>
);

export const ArrowIcon = (props: Props) => (
  <Icon {...props}>
    <path d="M7 17 17 7M9 7h8v8" />
  </Icon>
);

export const BackIcon = (props: Props) => (
  <Icon {...props}>
    <path d="M19 12H5m6-6-6 6 6 6" />
  </Icon>
);

export const CopyIcon = (props: Props) => (
  <Icon {...props}>
    <rect x="9" y="9" width="11" height="11" rx="2.5" />
    <path d="M5.5 15H5a1.5 1.5 0 0 1-1.5-1.5V5A1.5 1.5 0 0 1 5 3.5h8.5A1.5 1.5 0 0 1 15 5v.5" />
  </Icon>
);

export const WalletIcon = (props: Props) => (
  <Icon {...props}>
    <path d="M4 7.5A2.5 2.5 0 0 1 6.5 5H17a2 2 0 0 1 2 2v1.5M4 7.5v9A2.5 2.5 0 0 0 6.5 19H18a2 2 0 0 0 2-2v-6.5a2 2 0 0 0-2-2H6.5" />
    <path d="M16 13.75h.01" />
  </Icon>
);

export const FlaskIcon = (props: Props) => (
  <Icon {...props}>
    <path d="M9.5 3.5h5M10.5 3.5v5.8l-5 8.7a1.7 1.7 0 0 0 1.5 2.5h10a1.7 1.7 0 0 0 1.5-2.5l-5-8.7V3.5M8 15h8" />
  </Icon>
);

export const PhoneIcon = (props: Props) => (
  <Icon {...props}>
    <rect x="7" y="3" width="10" height="18" rx="2.5" />
    <path d="M11 17.75h2" />
  </Icon>
);

export const ClockIcon = (props: Props) => (
  <Icon {...props}>
    <circle cx="12" cy="12" r="8.25" />
    <path d="M12 7.5V12l3 2" />
  </Icon>
);

export const AlertIcon = (props: Props) => (
  <Icon {...props}>
    <circle cx="12" cy="12" r="8.25" />
    <path d="M12 8v4.5M12 15.75h.01" />
  </Icon>
);

export const CrossIcon = (props: Props) => (
  <Icon {...props}>
    <path d="m7 7 10 10M17 7 7 17" />
  </Icon>
);

export const PrintIcon = (props: Props) => (
  <Icon {...props}>
    <path d="M7.5 8.5V4h9v4.5M7.5 17H6a2 2 0 0 1-2-2v-4.5a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2V15a2 2 0 0 1-2 2h-1.5" />
    <path d="M7.5 14h9v6h-9z" />
  </Icon>
);

export const SignIcon = (props: Props) => (
  <Icon {...props}>
    <path d="m14.5 5.5 4 4L8 20H4v-4zM13 20h7" />
  </Icon>
);

export const RefundIcon = (props: Props) => (
  <Icon {...props}>
    <path d="M4.5 9.5h9.75a5 5 0 0 1 0 10H9M8.5 5.5l-4 4 4 4" />
  </Icon>
);
