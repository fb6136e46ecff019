import { access, apiError, auth, kyc, money, texts, toasts, uploads } from './proofs.js';
import type { Chapter } from './row.js';

const REGISTRATION = 'registration and the code by e-mail';

/** The error catalogue, success toasts and notifications of visitors and customers. */
export const ERRORS: Chapter = {
  id: '§8',
  title: 'Error catalogue, toasts, notifications',
  count: 38,
  because:
    'generic 3, session 4, auth 6 with 6 fallbacks, KYC 3 with 3 uploads, transfer 2, chat 1, success 5, notifications 5',
  rows: [
    [
      "A JSON error has the body's message, or the status text",
      apiError('has the message of its JSON body, and every other field'),
      apiError('has the status text where %s says none'),
    ],
    [
      'Every other body field is copied onto the error',
      apiError('has the message of its JSON body, and every other field', 'withdrawalLimitExceeded'),
    ],
    [
      'A body that is not JSON is the message, or the status code and text',
      apiError(
        'has the raw text where that is no JSON, and the code with the status text where there is none',
      ),
    ],

    [
      "Nobody on the dashboard: 'You are logged out. Logging in again...', /auth after 500 ms",
      access('the dashboard signed out says so and leads to sign-in after half a second'),
    ],
    [
      "A 401 of a mutation: 'Session expired. Please log in again.', /auth after 500 ms",
      access('a session that ends meanwhile is noticed by the next mutation'),
      apiError('ends the session by %s or not'),
    ],
    [
      "/apply-checking signed out: 'Unauthorized' and / after 0.5 s",
      access('a visitor of the application form is sent home'),
    ],
    ['Unknown routes give the not-found page', texts('not-found page', '/no-such-page')],

    [
      "Login: 'Login failed' with the server message, or 'Please check your credentials'",
      texts('sign-in', 'Invalid email or password'),
      texts('sign-in', 'Please check your credentials'),
    ],
    [
      "Login: 'verify your email' moves to the verify screen with 'Email verification required'",
      texts(REGISTRATION, 'Email verification required'),
      auth(
        'refuses an unverified address with the right password, and says no more with a wrong one',
        'verify your email',
      ),
    ],
    ["Registration: 'Registration failed' / 'Please try again'", texts(REGISTRATION, 'Please try again')],
    [
      'Registration: emailNotVerified goes to the verify screen',
      texts('registration of an address that waits for its code', 'Check Your Email'),
    ],
    ["Verify: 'Invalid or expired code'", texts(REGISTRATION, 'Invalid or expired code')],
    ["Resend: 'Failed to resend code'", texts(REGISTRATION, 'Failed to resend code')],
    ["'Failed to send reset code'", texts('forgotten password', 'Failed to send reset code')],
    ["'Failed to reset password'", texts('forgotten password', 'Failed to reset password')],
    ["'Failed to resend reset code'", texts('forgotten password', 'Failed to resend reset code')],
    ["'Failed to send OTP'", texts('settings', 'Failed to send OTP')],
    ["'Failed to change password'", texts('settings', 'Failed to change password')],
    ["'Failed to update phone number'", texts('settings', 'Failed to update phone number')],

    [
      "KYC without a phone number: its sentence, 'Go to Settings', /settings after 5 s",
      access('a missing phone number leads to Settings after five seconds'),
      kyc('without a phone number', 'Phone number is required'),
    ],
    [
      'KYC with an SSN that is taken: its sentence',
      access('a Social Security Number is used once'),
      kyc('with the SSN of another'),
    ],
    [
      "KYC, other failures: 'Failed to submit application. Please try again.'",
      uploads('Failed to submit application. Please try again.'),
    ],
    ["Upload: 'Failed to get upload URL: {status}'", uploads('Failed to get upload URL: ')],
    ["Upload: 'No upload URL received from server'", uploads('No upload URL received from server')],
    ["Upload: 'Upload failed: {status} {text}'", uploads('Upload failed: ')],

    [
      "Transfer over the limit: the box 'Daily Withdrawal Limit Exceeded' with the server message",
      texts('send money', 'Daily withdrawal limit'),
      money('bad input is refused, names its field and appends nothing %s', 'more than the daily limit'),
    ],
    [
      "Transfer, other failures: 'Transfer Failed', or 'Failed to submit transfer request'",
      texts('send money', 'Failed to submit transfer request'),
    ],
    ["Chat: 'Error', or 'Failed to send message'", texts('contact support', 'Failed to send message')],

    ["'Login successful'", texts('sign-in', 'Login successful')],
    ["'Registration successful'", texts(REGISTRATION, 'Registration successful')],
    ["'Email verified'", texts(REGISTRATION, 'Email verified')],
    ["'Verification code sent'", texts(REGISTRATION, 'Verification code sent')],
    [
      "Chat: 'Message Sent' / 'Your message has been sent to our support team'",
      texts('contact support', 'Your message has been sent to our support team'),
    ],

    ['Only one toast is shown at a time', toasts('shows one toast at a time, for five seconds')],
    ['A toast is shown for 5000 ms', toasts('shows one toast at a time, for five seconds', 'five seconds')],
    ['A dismissed toast is removed after 1,000,000 ms', texts('a dismissed toast')],
    [
      'Swipe-to-dismiss is to the right with a 50 px threshold',
      toasts('is dismissed by a swipe of 50 px to the right'),
    ],
    ['F8 focuses the notification area', toasts('is focused by F8')],
  ],
};
