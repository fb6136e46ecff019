import { describe, expect, it } from '@jest/globals';
import { OperationChecker } from '../../../infra/chaos/checker.mjs';

describe('the checker of npm run chaos', () => {
  it('finds lost, doubled, wrong and phantom operations', () => {
    const checker = new OperationChecker();
    for (const key of ['fine', 'lost', 'doubled', 'wrong', 'unanswered', 'pending']) checker.send(key);
    for (const key of ['fine', 'lost', 'doubled', 'wrong']) checker.acknowledge(key, 'id', 'api killed');

    for (const key of ['fine', 'doubled', 'doubled', 'unanswered', 'phantom']) checker.store(key, 'id');
    checker.store('wrong', 'other');

    expect(checker.discrepancies()).toEqual({
      ...{ lost: ['lost'], doubled: ['doubled'], wrong: ['wrong'], phantom: ['phantom'] },
    });
    expect(checker.acknowledged).toBe(4);
    expect(checker.acknowledgedIn('api killed')).toBe(4);
    expect(checker.roundOf('lost')).toBe('api killed');
    expect(checker.roundOf('pending')).toBeNull();
  });
});
