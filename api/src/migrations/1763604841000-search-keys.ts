import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Compares searches without case, accents, hidden characters and kinds of apostrophes and dashes (ADM-70). The indexes on
 * `search_text` are for the previous version.
 */
export class SearchKeys1763604841000 implements MigrationInterface {
  name = 'SearchKeys1763604841000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(SEARCH_KEY);
    await runner.query(INDEXES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index app_user_search_key, kyc_application_search_key;
      drop function search_key(text[]);
    `);
  }
}

const APOSTROPHES = '\u2019\u2018\u02bc\u2032`';
const DASHES = '\u2010\u2012\u2013\u2014\u2015\u2212';
/** Letters that Unicode does not decompose. */
const LETTERS = { from: '\u00f8\u0142\u0111\u0127\u0131', to: 'oldhi' };
/** Accents and vowel points, and characters that nobody sees. */
const DROPPED =
  '\u0300-\u036f\u0591-\u05bd\u064b-\u065f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\u2800\ufeff';

// An acute accent as an apostrophe would be decomposed to a space with a mark.
const SEARCH_KEY = `
  create function search_key(variadic parts text[]) returns text language sql immutable parallel safe
    return regexp_replace(
      translate(
        lower(normalize(replace(array_to_string(parts, ' '), '\u00b4', ''''), nfkd) collate "default"),
        '${APOSTROPHES}${DASHES}${LETTERS.from}',
        '${"''".repeat(APOSTROPHES.length)}${'-'.repeat(DASHES.length)}${LETTERS.to}'
      ),
      '[${DROPPED}]', '', 'g'
    );
`;

const INDEXES = `
  create index app_user_search_key on app_user using gin (search_key(first_name, last_name, email collate "default",
    moniker collate "default", phone_number, regexp_replace(phone_number, '[^0-9]', '', 'g')) gin_trgm_ops);
  create index kyc_application_search_key on kyc_application
    using gin (search_key(first_name, last_name, company_name) gin_trgm_ops);
`;
