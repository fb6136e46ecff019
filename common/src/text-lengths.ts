/* Maximum lengths of texts that people write, if both the API and the web app need them. */

/** First and last names (REG-15). */
export const MAX_PERSON_NAME_LENGTH = 100;

/** A message in the support chat. */
export const MAX_MESSAGE_LENGTH = 4_000;

/** The text of a search. */
export const MAX_SEARCH_LENGTH = 100;

/** The purpose of a transfer or a request for money, or the description of a credit or an incoming payment. */
export const MAX_DESCRIPTION_LENGTH = 140;

/** An admin's notes on a decision. */
export const MAX_ADMIN_NOTES_LENGTH = 2_000;

/** The reason for a new balance. */
export const MAX_BALANCE_REASON_LENGTH = 500;

/** The reason for a team change. */
export const MAX_TEAM_REASON_LENGTH = 200;

/** The name of saved filters. */
export const MAX_FILTER_NAME_LENGTH = 60;

/** A passkey's name. */
export const MAX_PASSKEY_NAME_LENGTH = 40;
