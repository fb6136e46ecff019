/** Support hours in EST (CHAT-6). */
export const SUPPORT_HOURS = [
  { days: 'Monday - Friday', hours: '9:00 AM - 6:00 PM' },
  { days: 'Saturday', hours: '10:00 AM - 4:00 PM' },
  { days: 'Sunday', hours: 'Closed' },
] as const;

export const RESPONSE_TIME = '5-15 minutes';

/** The topics of Quick Help (CHAT-6). */
export const QUICK_HELP_TOPICS = [
  'Account verification',
  'Transfer issues',
  'Password reset',
  'KYC applications',
  'Balance inquiries',
] as const;
