import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { shownPeople } from './shown-people.js';

const ids = (count: number) => Array.from({ length: count }, () => randomUUID());

describe('an access-log entry', () => {
  it('has the person as its subject if only one was shown, however often [LOG-1]', () => {
    const [id = ''] = ids(1);
    expect(shownPeople([id, id])).toEqual({ subject: id, count: 1, details: {} });
  });

  it('names nobody if nobody was shown [LOG-1]', () => {
    expect(shownPeople([])).toEqual({ subject: null, count: 0, details: {} });
  });

  it.each([2, 500])('lists the ids of %i people [LOG-1]', (count) => {
    const people = ids(count);
    expect(shownPeople(people)).toEqual({ subject: null, count, details: { people: people.toSorted() } });
  });

  it('has only the number of people if there are more than 500 [LOG-1]', () => {
    expect(shownPeople(ids(501))).toEqual({ subject: null, count: 501, details: {} });
  });
});
