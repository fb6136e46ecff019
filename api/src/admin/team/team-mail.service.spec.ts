import { expect, it } from '@jest/globals';
import type { Outbox } from '../../outbox/outbox.service.js';
import type { RoleChange } from './record-role-change.js';
import { TeamMail } from './team-mail.service.js';

const person = (firstName: string) => ({ id: firstName, firstName, lastName: 'Example' }) as never;

const CHANGE: RoleChange = {
  userId: 'Alice',
  kind: 'granted',
  role: 'auditor',
  reason: 'Audit',
  changedAt: new Date(0),
};

it.each([
  ['Ada Example set Alice Example’s role to auditor. Reason: Audit', null],
  [
    'Ada Example set Alice Example’s role to auditor, as proposed by Sam Example. Reason: Audit',
    person('Sam'),
  ],
])('names everyone who made a change: %s [SEC-42]', async (text, proposer) => {
  const sent: (string | null | undefined)[] = [];
  const outbox = {
    queueAll: (_manager: unknown, requests: { secret?: string | null }[]) => {
      sent.push(...requests.map(({ secret }) => secret));
    },
  };
  const mail = new TeamMail(outbox as unknown as Outbox);
  const notice = { change: CHANGE, actor: person('Ada'), member: person('Alice'), proposer };
  await mail.notify(undefined as never, [person('Ada')], notice);
  expect(sent.map((one) => one?.replaceAll(/[\u2068\u2069]/g, ''))).toEqual([text]);
});
