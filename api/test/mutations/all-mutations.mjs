// @ts-check
import { ACCESS } from './access.mutations.mjs';
import { ADMIN } from './admin.mutations.mjs';
import { AUTH } from './auth.mutations.mjs';
import { LEDGER } from './ledger.mutations.mjs';
import { MAIL } from './mail.mutations.mjs';
import { MONEY } from './money.mutations.mjs';
import { PROOFS } from './proofs.mutations.mjs';
import { REMOTE } from './remote.mutations.mjs';
import { UPLOADS } from './uploads.mutations.mjs';
import { WEB } from './web.mutations.mjs';

/** @type {Record<string, import('./mutation.mjs').Mutation[]>} */
const BY_AREA = {
  money: MONEY,
  ledger: LEDGER,
  remote: REMOTE,
  auth: AUTH,
  access: ACCESS,
  admin: ADMIN,
  mail: MAIL,
  uploads: UPLOADS,
  proofs: PROOFS,
  web: WEB,
};

export const AREAS = Object.keys(BY_AREA);

/** Every mutation with its area. */
export const MUTATIONS = Object.entries(BY_AREA).flatMap(([area, mutations]) =>
  mutations.map((mutation) => ({ area, ...mutation })),
);

const ids = MUTATIONS.map(({ id }) => id);
const repeated = ids.filter((id, index) => ids.indexOf(id) !== index);
if (repeated.length > 0) throw new Error(`More than one mutation is called ${repeated.join(', ')}`);
