import { expect, it } from '@jest/globals';
import { completeDocument } from './complete-document.js';

it('completeDocument refuses two handlers with the same name, because the web app’s types could not tell them apart', () => {
  const route = { get: { operationId: 'getStatement', responses: {} } };
  const document = { openapi: '3.0.0', info: { title: 'API', version: '1' } };

  expect(() =>
    completeDocument({ ...document, paths: { '/a': route, '/b': structuredClone(route) } }),
  ).toThrow('rename one of the two handlers named getStatement');
});
