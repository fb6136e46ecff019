/** Names that the product could change; nothing else spells them out. */
export const BRAND = 'Moniker';
export const SUPPORT_EMAIL = 'support@moniker.example';
/** What a user's handle is called. */
export const HANDLE_WORD = 'moniker';
/** The same at the start of a sentence. */
export const HANDLE_NAME = 'Moniker';
