import { describe, expect, it } from '@jest/globals';
import { OperationChecker } from '../../../infra/chaos/checker.mjs';

describe('the checker of npm run chaos', () => {
  it('finds lost, duplicated, wrong and phantom operations', () => {
    const checker = new OperationChecker();
    for (const key of ['fine', 'lost', 'duplicated', 'wrong', 'unanswered', 'pending']) checker.send(key);
    for (const key of ['fine', 'lost', 'duplicated', 'wrong']) checker.acknowledge(key, 'id', 'api killed');

    for (const key of ['fine', 'duplicated', 'duplicated', 'unanswered', 'phantom']) checker.store(key, 'id');
    checker.store('wrong', 'other');

    expect(checker.discrepancies()).toEqual({
      ...{ lost: ['lost'], duplicated: ['duplicated'], wrong: ['wrong'], phantom: ['phantom'] },
    });
    expect(checker.acknowledged).toBe(4);
    expect(checker.acknowledgedIn('api killed')).toBe(4);
    expect(checker.roundOf('lost')).toBe('api killed');
    expect(checker.roundOf('pending')).toBeNull();
  });

  it('finds what a restore to a point in time got wrong, and no longer counts lost operations as acknowledged', () => {
    const checker = new OperationChecker();
    for (const key of ['kept', 'gone', 'duplicated', 'wrong', 'pending']) checker.send(key, 1);
    for (const key of ['kept', 'gone', 'duplicated', 'wrong']) checker.acknowledge(key, 'id', 'restore', 2);
    for (const key of ['lost', 'answered late']) checker.send(key, 3);
    checker.acknowledge('lost', 'id', 'restore', 4);
    checker.acknowledge('answered late', 'id', 'restore', 4);
    checker.send('too late', 4);

    const ids = ['id'];
    const stored = {
      kept: ids,
      duplicated: ['id', 'id'],
      wrong: ['other'],
      pending: ids,
      'answered late': ids,
    };
    const { problems, lost } = checker.rewindTo(
      3,
      new Map(Object.entries({ ...stored, 'too late': ids, phantom: ids })),
    );

    expect(problems).toEqual([
      ...['phantom is a phantom', 'gone is lost', 'duplicated is duplicated', 'wrong is wrong'],
      'too late was sent after that time',
    ]);
    expect(lost).toEqual(
      new Map([
        ['gone', 'id'],
        ['lost', 'id'],
      ]),
    );
    expect([checker.acknowledged, checker.acknowledgedIn('restore')]).toEqual([4, 4]);
  });
});
