/** The version of this program, the same as in package.json. */
export const productVersion = "0.1.0";
