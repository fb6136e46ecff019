/** A header for requests without recent user activity, such as polling. They do not extend the session (AUTH-80). */
export const BACKGROUND_HEADER = 'X-Background-Request';
/** A response header: whole seconds until the session ends if it isn't used. */
export const SECONDS_LEFT_HEADER = 'X-Session-Seconds-Left';
