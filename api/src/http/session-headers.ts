/** A request header of what the user did not ask for just now, such as a poll. It does not extend the session (AUTH-80). */
export const BACKGROUND_HEADER = 'X-Background-Request';
/** A response header: the whole seconds until the session ends unless it is used. */
export const SECONDS_LEFT_HEADER = 'X-Session-Seconds-Left';
