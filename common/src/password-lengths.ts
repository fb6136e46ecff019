/** Minimum password length at registration and in the settings (REG-2, SET-5). */
export const MIN_PASSWORD_LENGTH = 6;

/** Minimum length of a password that replaces a forgotten one (AUTH-13). */
export const MIN_RESET_PASSWORD_LENGTH = 8;

/** Maximum length of any password (REG-2). */
export const MAX_PASSWORD_LENGTH = 256;
