/** 7 to 15 digits (E.164) with common separators and an optional leading plus (REG-5). */
export const PHONE_NUMBER_PATTERN = /^\+?[ ().-]*(?:[0-9][ ().-]*){7,15}$/;

/** The error for input that isn't a phone number. */
export const PHONE_NUMBER_RULE = 'Please enter a valid phone number';
