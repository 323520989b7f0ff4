import { PrivySignIn } from "./privy-sign-in";

/** What people sign in by at Privy: `npm run add:privy-modal` puts Privy's own modal in its place. */
export const PrivyForm = PrivySignIn;
