/** The app at Privy as browsers are told of it. */
export interface PrivyApp {
  readonly appId: string;
  /** The interface that its browser library asks. */
  readonly authUrl: string;
}
