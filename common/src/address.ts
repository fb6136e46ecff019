export const STATE_LETTERS = 2;
export const ZIP_DIGITS = 5;

/** A US state (KYC-5). */
export const STATE_PATTERN = /^[A-Za-z]{2}$/;

/** A ZIP code (KYC-5). */
export const ZIP_CODE_PATTERN = /^\d{5}$/;
