import type { ReceivedOutput, SentInput } from "@/lib/contract/endpoint";
import type {
  addPasskey,
  askForPasskey,
  givePasskey,
  signInByPasskey,
  startPasskey,
  stepUpByPasskey,
} from "@/lib/contract/identity/identity-passkeys";
import { askIdentity } from "./ask-identity";
import { PasskeyProblem } from "./passkey-problem";
import type { SignInStep } from "./sign-in-step";

const unknown = "This browser can’t use passkeys. Update it, or use another way.";
const declined = "The passkey wasn’t used. Try again, or use another way.";
const known = "This device already has a passkey for your account.";

type Asked = ReceivedOutput<typeof askForPasskey>;
type Making = ReceivedOutput<typeof startPasskey>;
type Used = SentInput<typeof signInByPasskey>["credential"];
type Made = SentInput<typeof addPasskey>["credential"];

/** Browsers have had these since 2025: bytes are texts there, as our API sends them. */
function requireBrowser(): void {
  const isKnown =
    typeof PublicKeyCredential === "function" &&
    "parseCreationOptionsFromJSON" in PublicKeyCredential;
  if (!isKnown) throw new PasskeyProblem(unknown);
}

/**
 * Has the browser make or use a passkey.
 * @returns the credential as JSON
 * @throws PasskeyProblem
 */
export async function promptForPasskey(ask: () => Promise<Credential | null>): Promise<unknown> {
  requireBrowser();
  try {
    const credential = await ask();
    if (credential instanceof PublicKeyCredential) return credential.toJSON();
  } catch (cause) {
    const isKnown = (cause as DOMException).name === "InvalidStateError";
    throw new PasskeyProblem(isKnown ? known : declined, { cause });
  }
  throw new PasskeyProblem(declined);
}

const askBrowser = (asked: Asked): Promise<Used> =>
  promptForPasskey(() => {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(asked);
    return navigator.credentials.get({ publicKey });
  }) as Promise<Used>;

const start = (input: SentInput<typeof askForPasskey>) =>
  askIdentity<typeof askForPasskey>({ method: "POST", path: "/api/identity/passkey/start" }, input);

/** Signs in by a passkey that the person chooses. */
export async function signInWithPasskey(): Promise<SignInStep> {
  const credential = await askBrowser(await start({ use: "sign_in" }));
  const route = { method: "POST", path: "/api/identity/passkey" } as const;
  return askIdentity<typeof signInByPasskey>(route, { credential });
}

/** Gives a passkey as the second factor of a sign-in. */
export async function giveWithPasskey(ticket: string): Promise<SignInStep> {
  const credential = await askBrowser(await start({ use: "second_factor", ticket }));
  const route = { method: "POST", path: "/api/identity/second-factor/passkey" } as const;
  return askIdentity<typeof givePasskey>(route, { ticket, credential });
}

/** Authenticates again by a passkey. */
export async function stepUpWithPasskey(): Promise<void> {
  const credential = await askBrowser(await start({ use: "step_up" }));
  const route = { method: "POST", path: "/api/identity/step-up/passkey" } as const;
  await askIdentity<typeof stepUpByPasskey>(route, { credential });
}

/** Makes a passkey and adds it to the account. @returns recovery codes with the first second factor */
export async function makePasskey(name: string): Promise<readonly string[] | null> {
  const path = "/api/identity/passkeys";
  const making: Making = await askIdentity<typeof startPasskey>(
    { method: "POST", path: `${path}/start` },
    {},
  );
  const credential = (await promptForPasskey(() => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(making);
    return navigator.credentials.create({ publicKey });
  })) as Made;
  const added = await askIdentity<typeof addPasskey>(
    { method: "POST", path },
    { name, credential },
  );
  return added.recoveryCodes;
}
