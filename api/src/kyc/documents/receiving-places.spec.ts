import { expect, it } from '@jest/globals';
import { ReceivingPlaces } from './receiving-places.js';

it('ReceivingPlaces allows one upload per customer and a limited total at a time, and frees a place after each upload [FILE-22]', async () => {
  const places = new ReceivingPlaces(2);
  let end = (): void => undefined;
  const receiving = places.hold('ann', () => new Promise<void>((resolve) => (end = resolve)));
  expect(() => places.assertFree('ann')).toThrow(expect.objectContaining({ code: 'BUSY' }));
  const failing = places.hold('bob', () => Promise.reject(new Error('cut off')));
  await expect(places.hold('cy', () => Promise.resolve())).rejects.toMatchObject({
    code: 'BUSY',
    flags: { retryAfterSeconds: 5 },
  });
  await expect(failing).rejects.toThrow('cut off');
  await expect(places.hold('cy', () => Promise.resolve('received'))).resolves.toBe('received');
  end();
  await receiving;
  expect(() => places.assertFree('ann')).not.toThrow();
});
