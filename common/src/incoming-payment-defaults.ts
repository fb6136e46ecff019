/** Defaults for an incoming payment's blank fields (PAY-2). */
export const INCOMING_PAYMENT_DEFAULTS = {
  description: 'Incoming Payment',
  paymentFor: 'Payment',
  fromAccount: 'External Account',
  fromRouting: '000000000',
  recipientName: 'Unknown Recipient',
} as const;
