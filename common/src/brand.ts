/*
 * Names that could change (CON-4). Code takes them from here. Static pages and some fixed texts, such as the
 * specification's, repeat them.
 */

/** The product's name. */
export const BRAND = 'Moniker';
export const SUPPORT_EMAIL = 'support@moniker.example';
/** What a user's handle is called. */
export const HANDLE_WORD = 'moniker';
/** `HANDLE_WORD` with a capital letter. */
export const HANDLE_NAME = 'Moniker';
