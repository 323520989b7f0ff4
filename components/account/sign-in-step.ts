import type { ReceivedOutput } from "@/lib/contract/endpoint";
import type { signIn } from "@/lib/contract/identity/identity";

/** What follows from a factor that was proved. */
export type SignInStep = ReceivedOutput<typeof signIn>;

/** What every form of signing in is given. */
export interface StepProps {
  readonly email: string;
  onEmail(email: string): void;
  /** A factor was proved. */
  onProved(step: SignInStep): Promise<void>;
}
