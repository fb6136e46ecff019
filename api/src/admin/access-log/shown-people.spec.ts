import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { shownPeople } from './shown-people.js';

const ids = (count: number) => Array.from({ length: count }, () => randomUUID());

describe('the people in an entry', () => {
  it('are recorded as its subject if only one was shown, however often [LOG-1]', () => {
    const [id = ''] = ids(1);
    expect(shownPeople([id, id])).toEqual({ subject: id, count: 1, details: {} });
  });

  it('are empty if nobody was shown [LOG-1]', () => {
    expect(shownPeople([])).toEqual({ subject: null, count: 0, details: {} });
  });

  it.each([2, 500])('are listed by id if there are %i [LOG-1]', (count) => {
    const people = ids(count);
    expect(shownPeople(people)).toEqual({ subject: null, count, details: { people: people.toSorted() } });
  });

  it('are only counted if there are more than 500 [LOG-1]', () => {
    expect(shownPeople(ids(501))).toEqual({ subject: null, count: 501, details: {} });
  });
});
