/** Why a browser gave no passkey; the message is for the person. */
export class PasskeyProblem extends Error {
  override readonly name = "PasskeyProblem";
}
