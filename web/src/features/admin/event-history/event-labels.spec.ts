import { expect, it } from '@jest/globals';
import { eventTypeLabel } from './event-labels';

it.each([
  ['TransferRequested', 'Transfer requested'],
  ['KycApproved', 'KYC approved'],
  ['AccountOpened', 'Signed up'],
  ['AdminLimitUsed', "Counted toward an admin's daily limit"],
  ['BatchAbandoned', 'Batch of events skipped'],
  ['IdentityDocumentRead', 'Identity document viewed'],
  ['SsnRead', 'SSN viewed'],
])('eventTypeLabel names %s “%s”', (type, label) => {
  expect(eventTypeLabel(type)).toBe(label);
});
