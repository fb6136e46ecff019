import { expect, it } from '@jest/globals';
import { eventTypeLabel } from './event-labels';

it.each([
  ['TransferRequested', 'Transfer requested'],
  ['KycApproved', 'KYC approved'],
  ['AccountOpened', 'Signed up'],
])('eventTypeLabel names %s “%s”', (type, label) => {
  expect(eventTypeLabel(type)).toBe(label);
});
