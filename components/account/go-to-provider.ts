import { type Beginning, beginAtProvider } from "@/lib/client/begin-at-provider";
import { forgetPass, passChallenge } from "./challenge-pass";

/** A provider that people may sign in with. */
export interface OfferedProvider {
  readonly id: string;
  readonly name: string;
}

/**
 * Leaves for a provider to sign in there; the browser comes back to `callbackUrl`.
 * @throws StipendConnectionError when there is no answer of the server
 */
export async function goToProvider(provider: string, callbackUrl: string): Promise<void> {
  window.location.assign(await addressOfProvider({ provider, callbackUrl }));
}

/** Where the provider signs a person in. */
export async function addressOfProvider(beginning: Beginning): Promise<string> {
  await passChallenge("login");
  const begin = () => beginAtProvider(beginning);
  return (await begin()) ?? (await anew(begin));
}

async function anew(begin: () => Promise<string | null>): Promise<string> {
  forgetPass("login");
  await passChallenge("login");
  const address = await begin();
  if (address === null) throw new Error("the challenge is wanted again");
  return address;
}
