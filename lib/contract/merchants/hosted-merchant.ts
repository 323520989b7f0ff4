/** A picture as a page shows it: from our own origin. */
export interface HostedImage {
  readonly path: string;
  readonly width: number;
  readonly height: number;
}

/** What payers see of a merchant. */
export interface HostedMerchant {
  readonly name: string;
  readonly website: string | null;
  readonly supportEmail: string | null;
  readonly logo: HostedImage | null;
}
