import { describe, expect, it } from '@jest/globals';
import { idsIn } from './ids-in.js';

const ID = 'a0000000-0000-4000-8000-0000000000f1';
const OTHER = 'a0000000-0000-4000-8000-0000000000f2';

describe('idsIn', () => {
  it('finds each id once, in any field, list or nested object [LOG-20]', () => {
    const answer = {
      anything: [{ deep: { id: ID } }, ID.toUpperCase()],
      other: OTHER,
      count: 1,
      empty: null,
    };
    expect(idsIn(answer).sort()).toEqual([ID, OTHER]);
  });

  it.each([null, undefined, 1, 'text', { text: `/objects/${ID}` }, []])(
    'finds no ids in %j [LOG-20]',
    (value) => {
      expect(idsIn(value)).toEqual([]);
    },
  );
});
