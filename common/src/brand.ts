/** Product names that may change. No other file contains them literally (CON-4). */
export const BRAND = 'Moniker';
export const SUPPORT_EMAIL = 'support@moniker.example';
/** What a user's handle is called. */
export const HANDLE_WORD = 'moniker';
/** `HANDLE_WORD` with a capital letter. */
export const HANDLE_NAME = 'Moniker';
