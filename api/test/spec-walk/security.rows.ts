import {
  auth,
  history,
  kyc,
  limits,
  money,
  objects,
  security,
  sessions,
  ssn,
  statementCsv,
  templates,
  texts,
} from './proofs.js';
import { testsOf, type Chapter } from './row.js';

const writer = testsOf('ledger-writer.int.spec.ts');
const REFUSED_FILE = 'objects in $name what is no picture and no plain document is refused %s';
const BAD_INPUT = 'bad input is refused, names its field and appends nothing %s';

/** What must hold against whoever means no good; the numbers are those of the list of measures. */
export const SECURITY: Chapter = {
  id: 'security',
  title: 'Security measures',
  count: 36,
  because: '4-8, 10-16, 18-31, 35-38 and 41-46 of the list',
  rows: [
    [
      '4 Codes: keyed hash, single use, 10 minutes, 5 tries, bound to purpose and address',
      auth('keeps nothing of a code in the database that would give it away'),
      auth('takes a code once, and for its own purpose'),
      auth('ends a code after ten minutes'),
      auth('ends a code after five wrong tries'),
      auth('counts tries that come at once'),
      security('a code is of no use for another address'),
    ],
    [
      '5 A new code kills the old; resend capped',
      auth('lets a resent code end the old one, once a minute and five times an hour'),
    ],
    [
      '6 Same answer and time for unknown addresses',
      auth('answers the same, and as late, for addresses that nobody has'),
    ],
    [
      '7 Reset: no auto-login, ends all sessions',
      auth('resets by mail, ends every session, signs nobody in and says so by mail'),
    ],
    [
      '8 A changed credential is notified by mail',
      auth('resets by mail, ends every session, signs nobody in and says so by mail'),
      security('a password that was changed in the settings is told by mail'),
    ],
    [
      '10 Session: opaque, at least 128 bits, stored hashed',
      auth('travels in a cookie that scripts cannot read, and is not in the database'),
    ],
    [
      '11 Session: rotated at login',
      auth('is another after each login, and the old one is over'),
      auth('cannot be chosen by somebody else beforehand'),
    ],
    [
      '12 Session: ended on the server by logout and password change',
      auth('registers, mails a code, verifies, signs in, shows the user and signs out'),
      auth('changes the password from the settings: other sessions end, this browser gets a new one'),
    ],
    ['13 Session: idle and absolute limit on the server', auth('is over when %s')],
    [
      '14 Session: HttpOnly, SameSite, __Host- and Secure in production; nothing secret in web storage',
      auth('travels in a cookie that scripts cannot read, and is not in the database'),
      auth('has a __Host- cookie that is sent over TLS alone in production'),
      texts('sign-in'),
    ],
    ['15 The user sees and ends own sessions', sessions()],
    ['16 no-store on API answers', security('answers what no cache keeps')],
    [
      "18 Another person's id answers 404 on read, write, list, export, object",
      security('are not found: %s'),
      history('is not found: not its detail, nor its receipt, nor in a list'),
      objects('is its owner and admins; everybody else learns nothing'),
    ],
    ['19 Unknown or privileged body fields are refused', security('are refused by name: %s')],
    [
      '20 The actor comes only from the session',
      security('are not moved by an id in the body, and change for nobody'),
      auth('opens the account in the ledger under the actor of the new user'),
    ],
    [
      '21 KYC and transfer steps cannot be skipped or repeated',
      security('are refused: money is sent after an account, and not after a rejection'),
      kyc('is refused where the state does not allow it, and says who decided what and when'),
      writer('three decisions on one transfer by three writers: one counts, the others hear of it'),
    ],
    ['22 A role change acts at once', auth('follows the role of the user at once')],
    [
      '23 Content decides the type',
      objects('is a picture whatever its header says, and loses what else it was'),
      objects(REFUSED_FILE, 'HTML called a PNG'),
    ],
    [
      '24 Images re-encoded, metadata stripped, pixel cap',
      objects('is drawn anew: upright and without the place where it was taken'),
      objects(REFUSED_FILE, 'a picture of 56 megapixels'),
    ],
    [
      '25 SVG, polyglot, traversal, active PDF refused or inert',
      objects(REFUSED_FILE, 'SVG'),
      objects(REFUSED_FILE, 'a PDF that is a ZIP as well'),
      objects(REFUSED_FILE, 'a PDF with a script'),
      objects('has no way to other files: %s'),
    ],
    [
      '26 Size, count and quota',
      objects('more than 10 MB, announced or not'),
      objects('is 20 files and links that are open'),
      objects('is 60 MB'),
    ],
    [
      '27 Random names; nosniff; no foreign access',
      objects('is drawn anew: upright and without the place where it was taken', 'nosniff'),
      objects('is good for nobody else'),
      objects('cannot be forged, bent or extended'),
    ],
    [
      '28 Abandoned uploads collected',
      objects('is collected: old links, old files that belong to nothing, and what was discarded'),
    ],
    [
      '29 SSN encrypted; a dump holds no digits of it',
      kyc('is in clear nowhere after a whole story: no table, file, log, job, event or mail'),
    ],
    [
      '30 Canary SSN absent from logs, jobs, URLs, events, mails',
      security('is named in no log, job, event or address'),
      kyc('is in clear nowhere after a whole story: no table, file, log, job, event or mail'),
    ],
    [
      '31 Impossible SSNs refused',
      ssn('parseSsn refuses %p'),
      kyc('an application is refused, and nothing is left of it, %s', '666-12-3456'),
    ],
    [
      '35 Limits per account and per address, growing delay, no lock-out of a victim',
      limits('from one address slow that address down more and more, and never the owner elsewhere'),
      limits('slows guesses down for one account from one address, and no other account'),
      limits('cannot dodge the limit by a header that claims another address'),
    ],
    [
      "36 The limiter's store down never means unlimited",
      limits('are not let in while attempts cannot be counted'),
    ],
    [
      '37 Daily limit and balance hold under 50 parallel requests',
      money('of 50 parallel sends within the balance as many succeed as the daily limit covers'),
      money('of 100 parallel sends of the whole balance exactly one succeeds'),
    ],
    [
      '38 Odd amounts refused',
      money(BAD_INPUT, '2^53'),
      money(BAD_INPUT, 'a fraction of a cent'),
      testsOf('domain/money.spec.ts')('%d is refused'),
    ],
    [
      '41 Cross-site POST refused; no GET changes anything but logout',
      security('refuses to change anything for another site'),
      security('changes nothing by GET, logout apart'),
      auth('refuses a change with %j'),
    ],
    [
      '42 Stored XSS inert in web, mail, CSV',
      texts('what a person wrote stays text'),
      templates('%s shows markup as text, wherever it stands'),
      statementCsv('keeps %s harmless'),
    ],
    ['43 CSV formula cells escaped', statementCsv('keeps %s harmless')],
    [
      '44 No stack, SQL or version leaves the server',
      security('is refused by every route in one shape, telling nothing of the inside: %s'),
      security('is refused as an address: %s'),
    ],
    ['45 Every answer has a request id', security('has a request id of its own and names no software: %s')],
    [
      '46 Refusals and auth failures are logged, CR/LF neutral',
      security('has each refusal once, by its request id, whatever line breaks the caller sends'),
    ],
  ],
};
