import { describe, expect, it } from '@jest/globals';
import type { Sql } from '../../platform/database/sql.js';
import { systemClock } from '../../platform/time/clock.js';
import { ClockGuard } from './clock-guard.js';

const START = Date.UTC(2026, 0, 1);

/** A process and a database whose clocks can be set. */
function clocks() {
  const state = { uptime: 0, processAhead: 0, answerAfter: 0, questions: 0 };
  const now = () => new Date(START + state.uptime + state.processAhead);
  const sql: Sql = {
    query: <Row>() => {
      state.questions += 1;
      const time = new Date(START + state.uptime);
      state.uptime += state.answerAfter;
      return Promise.resolve([{ time }] as Row[]);
    },
  };
  return { state, sql, guard: new ClockGuard(now, () => state.uptime) };
}

describe('ClockGuard', () => {
  it.each([0, 4_900, -4_900])('accepts a clock that differs by %d ms', async (processAhead) => {
    const { state, sql, guard } = clocks();
    state.processAhead = processAhead;
    await expect(guard.check(sql)).resolves.toBeUndefined();
  });

  it.each([
    [400 * 86_400_000, 'the clock is 34560000 s ahead of the database'],
    [6_000, 'the clock is 6 s ahead of'],
    [-6_000, 'the clock is 6 s behind'],
  ])('refuses a clock that differs by %d ms [LED-23]', async (processAhead, message) => {
    const { state, sql, guard } = clocks();
    state.processAhead = processAhead;
    await expect(guard.check(sql)).rejects.toThrow(message);
    await expect(guard.check(sql)).rejects.toThrow(message);
    state.processAhead = 0;
    await expect(guard.check(sql)).resolves.toBeUndefined();
  });

  it('does not mistake a slow answer for a wrong clock', async () => {
    const { state, sql, guard } = clocks();
    state.answerAfter = 60_000;
    await expect(guard.check(sql)).resolves.toBeUndefined();
  });

  it('compares the clocks every second, on a new connection, and after the clock has been changed', async () => {
    const { state, sql, guard } = clocks();
    for (const uptime of [0, 300, 900]) {
      state.uptime = uptime;
      await guard.check(sql);
    }
    expect(state.questions).toBe(1);
    state.uptime = 1_100;
    await guard.check(sql);
    expect(state.questions).toBe(2);
    await guard.check({ ...sql });
    expect(state.questions).toBe(3);
    await guard.check(sql);
    state.processAhead = 60_000;
    await expect(guard.check(sql)).rejects.toThrow('60 s ahead');
  });

  it('does not date events by a changed clock until a check finds that clock correct [LED-23]', async () => {
    const { state, sql, guard } = clocks();
    await guard.check(sql);
    state.uptime = 400;
    state.processAhead = 60_000;
    expect(guard.time()).toEqual(new Date(START + 400));
    await expect(guard.check(sql)).rejects.toThrow('60 s ahead');
    expect(guard.time()).toEqual(new Date(START + 400));
    state.processAhead = 1_000;
    await guard.check(sql);
    expect(guard.time()).toEqual(new Date(START + 1_400));
  });

  it('exists only for the machine’s clock', () => {
    expect(ClockGuard.of(systemClock)).not.toBeNull();
    expect(ClockGuard.of(() => new Date())).toBeNull();
  });
});
