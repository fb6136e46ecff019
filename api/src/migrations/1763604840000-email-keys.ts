import { domainToASCII } from 'node:url';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What addresses of one mailbox have in common, where that is not the address itself (REG-43). Not unique: accounts that
 * collide today stay apart.
 */
export class EmailKeys1763604840000 implements MigrationInterface {
  name = 'EmailKeys1763604840000';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['app_user', 'registration']) {
      await runner.query(`alter table ${table} add column email_key text collate "C"`);
      const rows = (await runner.query(`select id, email from ${table} where email ~ '[^ -~]'`)) as {
        id: string;
        email: string;
      }[];
      for (const { id, email } of rows) {
        await runner.query(`update ${table} set email_key = nullif($2, email) where id = $1`, [
          id,
          keyOf(email),
        ]);
      }
      await runner.query(`create index ${table}_by_email_key on ${table} ((coalesce(email_key, email)))`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table app_user drop column email_key');
    await runner.query('alter table registration drop column email_key');
  }
}

function keyOf(email: string): string {
  const plain = email
    .replace(
      /(?!\u061C|[\u180B-\u180F]|[\u200C-\u200F]|[\uFE00-\uFE0F]|[\u{E0100}-\u{E01EF}])\p{Default_Ignorable_Code_Point}/gu,
      '',
    )
    .normalize('NFC');
  const at = plain.lastIndexOf('@');
  const domain = domainToASCII(plain.slice(at + 1));
  return domain === '' ? email : `${plain.slice(0, at)}@${domain}`;
}
