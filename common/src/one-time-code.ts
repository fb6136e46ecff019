/** Number of digits in a code that the bank emails or an authenticator app shows (AUTH-8). */
export const OTP_DIGITS = 6;

export const OTP_PATTERN = /^[0-9]{6}$/;
