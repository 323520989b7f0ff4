import { z } from "zod";
import { impossible } from "@/lib/core/errors";
import { idPattern } from "@/lib/core/ids";
import {
  findUserByEmail,
  lockSignIn,
  readSignIn,
  refuseAdmin,
  type SignInState,
  unlockSignIn,
} from "@/lib/domain/identity/lock-sign-in";
import { type Desk, defineCommand } from "@/operator/command";
import { counted } from "@/operator/wording";

const shared = { words: ["PERSON"], options: {}, changes: true } as const;
const input = z.object({ person: z.string().min(1).max(320) });

export const lockSignInCommand = defineCommand({
  ...shared,
  name: "lock-sign-in",
  summary: "lock a person's sign-in and end their sessions",
  help: `Locks the sign-in of a person: an id (usr_…), or the address that they sign in with. Their sessions end, their tokens and further sign-ins are refused at every merchant, and they get an email that names whom to contact. API keys keep working. Use this when an account was taken over, also when no admin user can sign in. An active admin user is suspended first.`,
  input,
  async run(desk, { person }) {
    const found = await findPerson(desk, person);
    if (found.locked) return said(found, "The sign-in is locked already.");
    refuseAdmin(found);
    const ended =
      found.provider === "embedded"
        ? `${counted(found.sessions, "sign-in session")} would end.`
        : "The person's tokens would be refused.";
    const apply = async () => {
      const done = await lockSignIn(desk, found.userId);
      return said(
        { ...found, locked: true },
        done ? "The sign-in is locked." : "The sign-in is locked already.",
      );
    };
    return { ...said(found, `${ended} The person could not sign in until unlocked.`), apply };
  },
});

export const unlockSignInCommand = defineCommand({
  ...shared,
  name: "unlock-sign-in",
  summary: "let a person sign in again",
  help: `Unlocks the sign-in of a person: an id (usr_…), or the address that they sign in with. Sessions that were ended stay so.`,
  input,
  async run(desk, { person }) {
    const found = await findPerson(desk, person);
    if (!found.locked) return said(found, "The sign-in is not locked.");
    const apply = async () => {
      const done = await unlockSignIn(desk, found.userId);
      return said(
        { ...found, locked: false },
        done ? "The person can sign in again." : "The sign-in is not locked.",
      );
    };
    return { ...said(found, "The person could sign in again."), apply };
  },
});

async function findPerson({ db }: Desk, person: string): Promise<SignInState> {
  const id = idPattern("user").test(person) ? person : await findUserByEmail(db, person);
  if (id === null) throw impossible("No person signs in with this address.", "not_possible");
  return readSignIn(db, id);
}

const said = ({ userId, provider, locked, sessions }: SignInState, line: string) => ({
  lines: [`${userId} (${provider})`, line],
  data: { userId, provider, locked, sessions },
});
