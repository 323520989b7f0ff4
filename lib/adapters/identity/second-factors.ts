/** Ways to authenticate that are a second factor (RFC 8176); `rc` is a recovery code. */
const secondFactors = new Set(["otp", "hwk", "swk", "mfa", "rc"]);

/** Whether what somebody authenticated with has a second factor in it. */
export const hasSecondFactor = (amr: readonly string[]): boolean =>
  amr.some((method) => secondFactors.has(method));
