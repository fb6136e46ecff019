import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import { htmlToText, words } from '../../src/support/mail/html-to-text.fixtures.js';
import { query, type Mail, type TestDatabase } from '../harness/index.js';

/** Checks that HTML and text have the same content and that markup in typed texts is escaped. */
export function expectMatchingRenderings({ html, text }: Mail): void {
  expect(words(htmlToText(html))).toEqual(words(`Moniker\n${text}`));
  expect(html).not.toMatch(/<(img|b|script)\b/);
}

export const mailsTo = (mails: Mail[], email: string): Mail[] =>
  mails.filter(({ to }) => to.some(({ address }) => address === email));

/** Inserts a failed email into the outbox and returns its id. */
export async function insertFailedMail(database: TestDatabase, userId: string): Promise<string> {
  const id = randomUUID();
  await query(
    database.superUrl,
    `insert into outbox (id, template, user_id, params, created_at, enqueued_at, failed_at, failure, tries)
     values ($1, 'password-changed', $2, '{}', now(), now(), now(), 'EENVELOPE 550', 3)`,
    [id, userId],
  );
  return id;
}
