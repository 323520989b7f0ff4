import { signInProviders } from "@/lib/adapters/identity/sign-in-providers";
import type { Context } from "@/lib/domain/platform/context";

/** A provider that people may sign in with. */
export interface OfferedProvider {
  readonly id: string;
  readonly name: string;
}

/** The providers that the settings name, as pages offer them. */
export const offeredProviders = ({ config }: Pick<Context, "config">): OfferedProvider[] =>
  signInProviders(config).map(({ id, name }) => ({ id, name }));
