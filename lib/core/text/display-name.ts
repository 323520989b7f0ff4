/** What makes mail readers show a link, and what begins a line of its own (Unicode, UAX #14). */
const notOfNames = /:\/\/|www\.|[\n\v\f\r\u0085\u2028\u2029]/i;

/**
 * Whether a text can be the name of a business or a person. Names stand in mails to people who did not ask for them, so
 * that one with an address in it would be an advertisement by our mail server.
 */
export const isDisplayName = (text: string): boolean => !notOfNames.test(text);
