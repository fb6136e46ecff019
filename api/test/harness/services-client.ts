import { testServer } from './database.js';

/** Calls a shared test service (`services/test-services.mjs`) on behalf of this Jest worker. */
export async function callService<Reply>(path: string, body: object = {}): Promise<Reply> {
  const response = await fetch(new URL(path, testServer().services), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ slot: process.env['JEST_WORKER_ID'] ?? '1', ...body }),
  });
  const reply: unknown = await response.json();
  if (response.ok) return reply as Reply;
  throw new Error((reply as { message: string }).message);
}
