// @ts-check
import { createRequire } from 'node:module';

// MailDev lets every website read its inbox: it sends `Access-Control-Allow-Origin: *`, and browsers do not restrict
// WebSockets. The inbox contains all mailed codes, so each request and socket is checked before MailDev sees it
// (OPS-51).

const NAMES = ['localhost', '127.0.0.1', '[::1]'];
const requireFromHere = createRequire(import.meta.url);
const requireFromMailDev = createRequire(requireFromHere.resolve('maildev/package.json'));

/** @type {typeof import('node:http')} */
const http = requireFromHere('node:http');
const createServer = http.createServer;

Object.assign(http, { createServer: (/** @type {any[]} */ ...args) => guard(createServer(...args)) });
withoutCors();
requireFromMailDev('./bin/maildev');

/** Answers requests and sockets with 403 if they come from another site or use another host name. */
function guard(/** @type {import('node:http').Server} */ server) {
  const emit = server.emit.bind(server);
  server.emit = (/** @type {string} */ event, /** @type {any[]} */ ...args) => {
    const [request, target] = args;
    if (event === 'request' && !isLocal(request)) return Boolean(target.writeHead(403).end());
    if (event === 'upgrade' && !isLocal(request)) {
      return Boolean(target.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n'));
    }
    return emit(event, ...args);
  };
  return server;
}

/** Whether a request's Host header names this machine and its Origin header, if it has one, is the inbox. */
function isLocal(/** @type {import('node:http').IncomingMessage} */ { headers: { host = '', origin } }) {
  const isNamed = URL.canParse(`http://${host}`) && NAMES.includes(new URL(`http://${host}`).hostname);
  return isNamed && (origin === undefined || origin === `http://${host}`);
}

/** Replaces the module that sets the CORS header with one that does nothing. */
function withoutCors() {
  const file = requireFromMailDev.resolve('cors');
  requireFromMailDev(file);
  const loaded = requireFromMailDev.cache[file];
  const next = (
    /** @type {unknown} */ _request,
    /** @type {unknown} */ _response,
    /** @type {() => void} */ go,
  ) => go();
  if (loaded) loaded.exports = () => next;
}
