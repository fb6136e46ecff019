/** Why a transfer was declined: for each reason that an admin may choose, the text for the customer (TRF-86). */
export const CUSTOMER_REASONS = {
  "Account details don't match":
    "The account details don't match the recipient. Please check them with the recipient and send the transfer again.",
  'Unusual payment':
    'This payment looked unusual, so we stopped it to keep your money safe. If you did mean to make it, send us a message.',
  'Against our terms': "Our terms don't allow this kind of payment, so we couldn't make it.",
} as const;

/** Maximum length of a reason that an admin gives a customer. */
export const MAX_CUSTOMER_REASON_LENGTH = 300;
