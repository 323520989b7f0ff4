/** The person did not confirm that it is them: nothing was done, and nothing went wrong. */
export class StepUpDeclined extends Error {
  override readonly name = "StepUpDeclined";
}
