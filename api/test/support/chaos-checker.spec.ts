import { describe, expect, it } from '@jest/globals';
import { compareOperations } from '../../../infra/chaos/checker.mjs';

describe('the checker of npm run chaos', () => {
  const operation = (key: string, result = 'id') => ({ key, result });

  it('finds lost, doubled, wrong and phantom operations', () => {
    const acknowledged = ['fine', 'lost', 'doubled', 'wrong'].map((key) => operation(key));
    const stored = [
      ...[operation('fine'), operation('doubled'), operation('doubled'), operation('wrong', 'other')],
      ...[operation('unanswered'), operation('phantom')],
    ];
    const sent = new Set(['fine', 'lost', 'doubled', 'wrong', 'unanswered']);
    expect(compareOperations(acknowledged, stored, sent)).toEqual({
      ...{ lost: ['lost'], doubled: ['doubled'], wrong: ['wrong'], phantom: ['phantom'] },
    });
  });
});
